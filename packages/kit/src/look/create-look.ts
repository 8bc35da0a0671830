import type { Layer } from '../compose/layer.ts'
import { RenderError } from '../errors.ts'
import type { Box } from '../geometry.ts'
import { chance } from '../paint/chance.ts'
import { planFrame } from '../paint/frame-layout.ts'
import { isRightToLeft } from '../paint/scripts.ts'
import { defineTemplate, type SetupInput, type Template } from '../template.ts'
import { listChapters } from '../track/chapters.ts'
import { drawLottie } from './draw/animations.ts'
import { drawBackdrop, drawFill, drawFilm, drawGrain, drawSilk, drawSoundRings } from './draw/grounds.ts'
import { drawPicture } from './draw/pictures.ts'
import { drawBars, drawProgress, drawRing, drawWaveform } from './draw/sounds.ts'
import { drawParticles, drawRidges } from './draw/swarms.ts'
import { drawGlow, drawShape } from './draw/things.ts'
import { drawLyrics, drawType } from './draw/type.ts'
import { createFitter } from './layout/fit-type.ts'
import { type LookLayout, layOut } from './layout/lay-out.ts'
import { outlineLayout } from './layout/outline-layout.ts'
import type { Ground } from './layout/place-box.ts'
import type { PlacedLayer } from './layout/placed-layer.ts'
import { bindInk, type LookScene } from './look-scene.ts'
import type { Look } from './look-schema.ts'
import { makeFields } from './make-fields.ts'
import { findLookShape, listSources, type ResolvedLayer, resolveLook } from './resolve-layers.ts'
import { createSignals } from './signals.ts'

/** Where a look says no name of its own. */
export type LookOptions = { contentId?: string; version?: number }

/** Makes a template of a look that was parsed; from then on nobody can tell it from one that was written as code. */
export function createLook(look: Look, options: LookOptions = {}): Template {
  const contentId = options.contentId ?? look.contentId
  if (contentId === undefined) {
    const advice = 'Add "contentId", such as "NEON_PULSE".'
    throw new RenderError('TEMPLATE_FAILED', 'The look has no name.', { advice })
  }
  const { excerpt = 15, lyrics, clips, fontStyle = 'GROTESK' } = look
  const sources = listSources(look.layers)
  const template = defineTemplate({
    contentId,
    title: look.title,
    description: look.description,
    version: options.version ?? look.version ?? 1,
    energy: look.energy ?? 'ENERGETIC',
    aspectRatios: look.aspectRatios ?? 'ALL',
    coversSubject: look.coversSubject ?? false,
    ...(look.logoPlaces && { logoPlaces: defined(look.logoPlaces) }),
    needs: {
      ...(lyrics && { lyrics }),
      ...(clips && { clips }),
      ...(sources.has('ARTIST') && { photo: 'OPTIONAL' as const }),
    },
    requiredData: makeFields(look),
    example: { ...look.example },
    defaults: {
      excerpt: excerpt === 'WHOLE' ? { kind: 'WHOLE' } : { kind: 'HOOK', secs: excerpt },
      fontStyle,
      ...(look.aspectRatios && { aspectRatio: look.aspectRatios[0] }),
    },
    setup: (input) => setUp(look, input),
  }) as Template
  return {
    ...template,
    outline: (input) => {
      const { ground, layout } = placeLayers(look, input)
      return outlineLayout(layout, ground)
    },
    ...(sources.has('LOGO') && {
      placeLogos: (input) => Object.fromEntries(listLogos(placeLayers(look, input).layout.placed)),
    }),
  }
}

/** Without what is not said: it would hide what holds then. */
function defined<T extends object>(record: T): { [Key in keyof T]: NonNullable<T[Key]> } {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as never
}

/** The places of logos, by their paths. */
function listLogos(placed: readonly PlacedLayer[]): [string, Box][] {
  return placed.flatMap(({ layer, box, children }) => {
    if (children) return listLogos(children)
    const isShown = layer.kind === 'picture' && layer.source === 'LOGO' && isLarge(box)
    return isShown ? [[layer.path, box] satisfies [string, Box]] : []
  })
}

function setUp(look: Look, input: SetupInput<Record<string, unknown>>): Layer[] {
  const { scene, layout } = placeLayers(look, input)
  return layout.placed.flatMap((placed) => drawLayer(placed, scene, layout))
}

function placeLayers(
  look: Look,
  input: SetupInput<Record<string, unknown>>,
): { scene: LookScene; ground: Ground; layout: LookLayout } {
  const isShown = ({ field, is }: { field: string; is: unknown }) => input.data[field] === is
  const pictures = { photo: input.photo !== undefined, logo: input.logo?.size ?? false }
  const layers = resolveLook(look, { shape: findLookShape(input.size), isShown, pictures })
  const scene = openScene(look, input, layers)
  const { width, height } = scene.size
  const { safe, unit, isMirrored } = scene
  const ground = { frame: { x: 0, y: 0, width, height }, safe, unit, isMirrored }
  return { scene, ground, layout: layOut(layers, ground, createFitter(scene)) }
}

/** The colours of all type, as it is drawn. */
function listInks(layers: readonly ResolvedLayer[], input: SetupInput<Record<string, unknown>>): string[] {
  return layers.flatMap((layer) => {
    if (layer.kind === 'stack') return listInks(layer.children, input)
    if (layer.kind === 'text') return [bindInk(layer.colour ?? 'TEXT', input)]
    if (layer.kind !== 'lyrics') return []
    return [bindInk(layer.colour ?? 'TEXT', input), bindInk(layer.waiting ?? 'MUTED', input)]
  })
}

function openScene(
  look: Look,
  input: SetupInput<Record<string, unknown>>,
  layers: readonly ResolvedLayer[],
): LookScene {
  const { size, cover, photo, logo, audio, song, data, fontStyle, seed, motion, lyrics, clips } = input
  const { safe, scale } = planFrame(size)
  const chapters = listChapters(audio)
  const isReduced = motion === 'REDUCED'
  const isRtl = isRightToLeft(song.title || song.artist)
  const isTurned = look.mirror === 'BY_CHANCE' && chance(seed, 'side') >= 0.5
  return {
    size,
    unit: scale(1),
    safe,
    cover,
    photo,
    logo,
    audio,
    chapters,
    song,
    data,
    fontStyle,
    ownFont: look.fontStyle ?? 'GROTESK',
    seed,
    isReduced,
    lyrics,
    clips,
    isRtl,
    isMirrored: isRtl !== isTurned,
    signals: createSignals({ audio, chapters, lyrics, isReduced }),
    inks: listInks(layers, input),
    animations: look.animations ?? {},
  }
}

/** Below this, in pixels, there is nothing to see. */
const LEAST_PX = 1

function isLarge({ width, height }: Box): boolean {
  return width >= LEAST_PX && height >= LEAST_PX
}

function drawLayer(placed: PlacedLayer, scene: LookScene, layout: LookLayout): Layer[] {
  const { layer, box, children } = placed
  if (children) return children.flatMap((child) => drawLayer(child, scene, layout))
  if (!isLarge(box)) return []
  switch (layer.kind) {
    case 'fill':
      return drawFill(layer, scene)
    case 'backdrop':
      return drawBackdrop(layer, scene)
    case 'silk':
      return drawSilk(layer, scene, layout)
    case 'sound-rings':
      return drawSoundRings(layer, scene, layout)
    case 'grain':
      return drawGrain(layer, scene)
    case 'particles':
      return drawParticles(layer, scene)
    case 'ridges':
      return drawRidges(layer, scene)
    case 'glow':
      return drawGlow(placed, scene, layout)
    case 'text':
      return drawType(placed, scene)
    default:
      return drawBoxed(placed, scene)
  }
}

function drawBoxed({ layer, box }: PlacedLayer, scene: LookScene): Layer[] {
  switch (layer.kind) {
    case 'film':
      return drawFilm(layer, box, scene)
    case 'picture':
      return drawPicture(layer, box, scene)
    case 'shape':
      return drawShape(layer, box, scene)
    case 'lottie':
      return drawLottie(layer, box, scene)
    case 'bars':
      return drawBars(layer, box, scene)
    case 'ring':
      return drawRing(layer, box, scene)
    case 'waveform':
      return drawWaveform(layer, box, scene)
    case 'progress':
      return drawProgress(layer, box, scene)
    case 'lyrics':
      return drawLyrics(layer, box, scene)
    default:
      return []
  }
}
