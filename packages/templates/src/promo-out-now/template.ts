import {
  type AudioTrack,
  type Box,
  backdrop,
  type Cover,
  chance,
  contrast,
  createQrCode,
  cropToFill,
  defineTemplate,
  drawFilling,
  drawQrCode,
  drawText,
  type FontStyle,
  type Frame,
  findSubject,
  fromOklch,
  hexToOklch,
  type Layer,
  measureHidden,
  measureHiddenFace,
  measureShown,
  mix,
  mixColours,
  type Painting,
  type Palette,
  type PictureView,
  paint,
  type QrCode,
  type Size,
  sprite,
  z,
} from '@songreel/kit'
import { type Layout, type PlacedText, ROCK_PX, type Words } from './layout.ts'
import { placePoster } from './place-poster.ts'
import type { Poster, ViewMeter } from './poster.ts'
import { findQuietPlaces } from './quiet-places.ts'
import { planTiming, type Timing } from './timing.ts'
import { drawWall } from './wall.ts'

/** The cover as a poster with type as large as it goes, which rocks on the beat and slams on the drop. */
export const template = defineTemplate({
  contentId: 'PROMO_OUT_NOW',
  version: 5,
  title: 'Out now',
  description: 'A poster: the cover, OUT NOW that rocks on the beat and slams on the drop, then an end card.',
  requiredData: z.object({
    ctaText: z.string().max(80).optional(),
    linkUrl: z
      .url({ protocol: /^https?$/, message: 'must be an address such as https://example.com/song' })
      .max(300)
      .optional(),
  }),
  defaults: { aspectRatio: '9x16', fontStyle: 'CONDENSED' },
  example: { ctaText: 'Listen everywhere' },

  async setup({ size, fps, frameCount, data, cover, audio, song, fontStyle: font, seed, motion }) {
    const { ctaText: cta = '', linkUrl } = data
    const words = {
      headline: data.customText || 'Out now',
      title: song.title,
      artist: song.artist,
      cta,
      link: linkUrl ? nameLink(linkUrl) : '',
    }
    const unit = Math.min(size.width, size.height) / 1080
    const design = { width: size.width / unit, height: size.height / unit }
    const isPhone = size.width < size.height
    const code = linkUrl && !isPhone ? await createQrCode(linkUrl) : undefined
    const poster = placePoster({
      size: design,
      words,
      font,
      codeSide: code && planPlate(code).side,
      isUpsideDown: chance(seed, 'side') < 0.35,
      views: listViews(cover, design),
    })
    const { layout } = poster
    const timing = planTiming(audio, frameCount, fps, motion)
    const scene = {
      cover,
      unit,
      size: design,
      words,
      font,
      layout,
      timing,
      seed,
      slabs: chooseSlabs(cover.palette, seed, poster),
    }
    return [
      ...drawPicture(scene, poster, audio),
      ...drawHeadline(scene),
      ...drawCredits(scene),
      ...(code && layout.code ? [drawCode(scene, code, layout.code)] : []),
    ]
  },
})

/** The camera goes from here to so much nearer; before a subject not so far, or it would grow into the type. */
const FAR = 1.05
const REACH = { FREE: 0.8, SUBJECT: 0.28 }
/** Nearer views leave room to move the subject aside. */
const ASIDE = [-1, -0.4, 0.4, 1]
const NEAR = 1.22
/** How far the picture leans on a beat, in parts of what there is beyond the frame. */
const SWAY = 0.1

/** The ways in which the cover can fill the frame, the usual one first; each is measured from far and from near. */
function listViews(cover: Cover, size: Size): ViewMeter[] {
  const { seen, uncut, measureBusy } = findQuietPlaces(cover)
  const pans = ASIDE.flatMap((panX) => ASIDE.map((panY) => ({ panX, panY })))
  const crop = cropToFill(cover, size)
  const usual = (start: number, room: number) => (room > 1e-6 ? (2 * start) / room - 1 : 0)
  const middle = {
    panX: usual(crop.x, cover.width - crop.width),
    panY: usual(crop.y, cover.height - crop.height),
  }
  const views: PictureView[] = [{ zoom: FAR, ...middle }, ...pans.map((pan) => ({ zoom: NEAR, ...pan }))]
  return views.map((view) => {
    const { zoom = 1 } = view
    const near = { ...view, zoom: zoom + REACH.SUBJECT }
    const subject = [measureHidden(seen, size, view), measureHidden(seen, size, near)]
    const face = [measureHiddenFace(seen, size, view), measureHiddenFace(seen, size, near)]
    return {
      view,
      shown: measureShown(uncut, size, near),
      remains: measureShown(seen, size, near),
      hides: (box) => Math.max(...subject.map((meter) => meter(box))),
      hidesFace: (box) => Math.max(...face.map((meter) => meter(box))),
      busy: measureBusy(size, view),
    }
  })
}

/** An address as people read it. */
function nameLink(linkUrl: string): string {
  const { host, pathname } = new URL(linkUrl)
  return `${host.replace(/^www\./, '')}${pathname === '/' ? '' : pathname}`
}

type Scene = {
  words: Words
  font: FontStyle
  cover: Cover
  unit: number
  size: Size
  layout: Layout
  timing: Timing
  seed: number
  slabs: Slabs
}

/** The cover as bright as it is; every bar the camera takes another distance, and every beat pushes it. */
function drawPicture(scene: Scene, poster: Poster, audio: AudioTrack): Layer[] {
  const { cover, timing, seed } = scene
  const isFar = chance(seed, 'camera') < 0.5
  const distance = (bar: number) => {
    const isNear = bar % 2 === (isFar ? 1 : 0)
    return bar === 0
      ? 0
      : isNear
        ? mix(0.7, 1, chance(seed, 'near', bar))
        : mix(0, 0.3, chance(seed, 'far', bar))
  }
  const nearness = (frame: Frame) =>
    0.025 * (1 + Math.sin(0.9 * frame.secs)) +
    0.4 * timing.shot(frame, distance) +
    0.2 * timing.pulse(frame) +
    0.26 * audio.barPosition(frame) * (1 - timing.end(frame)) +
    0.2 * Math.max(0, timing.slam(frame))
  const { view, picture } = poster
  const { zoom = FAR, panX = 0, panY = 0 } = view
  if (picture) return drawWhole(picture, scene, { audio, nearness })
  const hasSubject = findSubject(findQuietPlaces(cover).seen.salience).weights.some((weight) => weight > 0)
  const reach = hasSubject ? REACH.SUBJECT : REACH.FREE
  return [
    backdrop(cover, {
      saturation: 1.1,
      zoom: (frame) => zoom + reach * nearness(frame),
      // It leans against the type, a little: what has room beyond the frame.
      panX: (frame) => panX - SWAY * timing.rock(frame),
      panY: (frame) => panY + 0.5 * SWAY * timing.rock(frame),
    }),
  ]
}

/** How much larger a cover that is shown whole gets: it grows over the ground, and none of it is lost. */
const WHOLE_REACH = 0.05

/** All of the cover, flush with the frame's edges, on a ground that says it, too. */
function drawWhole(
  picture: Box,
  { cover, unit, size, words, font, slabs, timing }: Scene,
  { audio, nearness }: { audio: AudioTrack; nearness: (frame: Frame) => number },
): Layer[] {
  const ground = onPixels({ x: 0, y: 0, ...size }, unit)
  const plain = paint(
    ground,
    (ctx, { width, height }) => {
      ctx.fillStyle = slabs.ground
      ctx.fillRect(0, 0, width, height)
    },
    { unit },
  )
  const art = paint(
    onPixels(picture, unit),
    (ctx, { width, height }) => drawFilling(ctx, cover, { x: 0, y: 0, width, height }),
    { unit },
  )
  const colour = mixColours(slabs.ground, slabs.loud.ground, 0.13)
  const anchor = (at: number, length: number, whole: number) =>
    length > whole - 1 ? 0.5 : at < 1 ? 0 : at + length > whole - 1 ? 1 : 0.5
  return [
    sprite(plain),
    ...drawWall({ size, unit, text: words.headline, font, colour, picture, timing, audio }),
    sprite(art, {
      scale: (frame) => 1 + WHOLE_REACH * nearness(frame),
      anchor: {
        x: anchor(picture.x, picture.width, size.width),
        y: anchor(picture.y, picture.height, size.height),
      },
    }),
  ]
}

/** Edges on whole pixels of the frame: no seam is seen between two boxes. */
function onPixels({ x, y, width, height }: Box, unit: number): Box {
  const snap = (at: number) => Math.round(at * unit) / unit
  return { x: snap(x), y: snap(y), width: snap(x + width) - snap(x), height: snap(y + height) - snap(y) }
}

/** Each line of the headline on its slab; the two colours change places on every bar. */
function drawHeadline({ unit, layout, timing, slabs }: Scene): Layer[] {
  const { headline, isMirrored } = layout
  return headline.flatMap((line, i) => {
    const place = {
      // On whole pixels, and at its own size between beats: that is sharpest, and cheapest to draw.
      x: (frame: Frame) => Math.round(unit * ROCK_PX * timing.rock(frame)) * (i % 2 === 0 ? 1 : -1),
      scale: (frame: Frame) => {
        const slam = timing.slam(frame)
        return 1 + (slam > 0 ? 0.12 : 0.06) * slam + 0.03 * timing.pulse(frame)
      },
      anchor: { x: isMirrored ? 1 : 0, y: i === 0 ? 1 : 0 },
    } as const
    const turn = (frame: Frame) => timing.turn(frame, i, headline.length)
    return [
      // What the loud slab has covered need not be drawn.
      sprite(paintSlab(line, slabs.quiet, unit), { ...place, opacity: (frame) => (turn(frame) < 1 ? 1 : 0) }),
      sprite(paintSlab(line, slabs.loud, unit), {
        ...place,
        reveal: turn,
        revealFrom: isMirrored ? 'RIGHT' : 'LEFT',
      }),
    ]
  })
}

/** Title and artist are always there; the end card adds what to do. */
function drawCredits({ unit, layout, timing, slabs }: Scene): Layer[] {
  const arriving = { reveal: timing.end, revealFrom: layout.isMirrored ? 'RIGHT' : 'LEFT' } as const
  const x = (frame: Frame) => Math.round(0.5 * unit * ROCK_PX * timing.rock(frame))
  return [
    sprite(paintSlab(layout.title, slabs.credits, unit), { x }),
    sprite(paintSlab(layout.artist, slabs.credits, unit), { x }),
    sprite(paintSlab(layout.cta, slabs.loud, unit), arriving),
    sprite(paintSlab(layout.link, slabs.quiet, unit), arriving),
  ]
}

/** A text on its slab; nothing without a text. */
function paintSlab({ layout, box, slab }: PlacedText, { ground, type }: Slab, unit: number): Painting {
  return paint(
    slab,
    (ctx, { width, height }) => {
      if (layout.lines.length === 0) return
      ctx.fillStyle = ground
      ctx.fillRect(0, 0, width, height)
      drawText(ctx, layout, box.x - slab.x, box.y - slab.y, type)
    },
    { unit },
  )
}

/** A code is at least so large; readers need a white margin around it, but nobody wants to see more of it than that. */
const LEAST_CODE = 220
const MARGIN_MODULES = 3

/** The plate of a code, whose own margin is a module wider: how many modules it has, and its side in pixels of the design. */
function planPlate(code: QrCode): { modules: number; side: number } {
  const dark = code.length - 2 * (MARGIN_MODULES + 1)
  const modules = dark + 2 * MARGIN_MODULES
  return { modules, side: modules * Math.ceil(LEAST_CODE / dark) }
}

/** Painted in pixels of the frame, so that its modules are as sharp as they can be; the plate has no more than they need. */
function drawCode({ unit, timing, layout }: Scene, code: QrCode, { x, y, width, height }: Box): Layer {
  const { modules } = planPlate(code)
  const side = modules * Math.max(1, Math.round((width * unit) / modules))
  const end = { x: Math.round((x + width) * unit), y: Math.round((y + height) * unit) }
  const box = { x: end.x - side, y: end.y - side, width: side, height: side }
  const inner = code.slice(1, -1).map((row) => row.slice(1, -1))
  return sprite(
    paint(box, (ctx) => drawQrCode(ctx, inner, { ...box, x: 0, y: 0 }, 12 * unit)),
    { scale: timing.end, anchor: { x: layout.isMirrored ? 0 : 1, y: 1 } },
  )
}

type Slab = { ground: string; type: string }
type Slabs = { loud: Slab; quiet: Slab; credits: Slab; ground: string }

/** Less colour than this is grey. */
const LEAST_CHROMA = 0.03

/** Type never stands on the cover itself: each slab has a colour of its own, with 7:1 for the type on it. */
function chooseSlabs(palette: Palette, seed: number, { picture }: Poster): Slabs {
  const { text, background } = palette
  const colour = hexToOklch(chance(seed, 'colour') < 0.7 ? standOut(palette) : palette.accent)
  const isLight = colour.lightness > 0.6
  const type = isLight ? '#0b0b0d' : '#ffffff'
  const tries = Array.from({ length: 21 }, (_, i) =>
    fromOklch({ ...colour, lightness: mix(colour.lightness, isLight ? 1 : 0, i / 20) }),
  )
  const ground = tries.find((each) => contrast(each, type) >= 7) ?? type
  const quiet = { ground: text, type: background }
  const credits = { ground: background, type: text }
  // A cover without colour has an accent like its type; then light and dark take turns.
  const isPlain = picture ? hexToOklch(ground).chroma < LEAST_CHROMA : contrast(ground, text) < 1.35
  const loud = isPlain ? credits : { ground, type }
  // On a ground of the loud colour, it is the type that has it.
  const turned = { ground: loud.type, type: loud.ground }
  return { loud: picture ? turned : loud, quiet, credits, ground: loud.ground }
}

/** The accent whose hue is farther from what most of the cover is made of: on an orange cover, the green of its leaves. */
function standOut({ accent, accent2, swatches }: Palette): string {
  const [main] = swatches
  if (!main) return accent
  const place = (colour: string) => {
    const { chroma, hue } = hexToOklch(colour)
    return [chroma * Math.cos(hue), chroma * Math.sin(hue)] as const
  }
  const [a, b] = place(main.colour)
  const distance = (colour: string) => {
    const [x, y] = place(colour)
    return Math.hypot(x - a, y - b)
  }
  return distance(accent2) > distance(accent) ? accent2 : accent
}
