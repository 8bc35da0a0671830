import {
  type Cover,
  chance,
  defineTemplate,
  drawText,
  type FaceLight,
  type FaceName,
  type Frame,
  field,
  findPapers,
  fromOklch,
  hexToOklch,
  type Layer,
  mixColours,
  type Palette,
  type PlacedText,
  paint,
  parseHex,
  pictureGround,
  scaleBox,
  solid,
  sprite,
  tameRed,
  toGroundTone,
} from '@songreel/kit'
import { paintFaces } from './faces.ts'
import { type Layout, planLayout, THICKNESS } from './layout.ts'
import { type BoxMotion, planMotion } from './motion.ts'
import { type StudioLight, shadeStudio } from './shade-studio.ts'

/** The cover as a box that stands in a studio and turns in its light. */
export const template = defineTemplate({
  contentId: 'VISUAL_COVER_BOX',
  version: 8,
  title: 'Cover box',
  description:
    'The cover as a solid box with a spine: it turns to another pose on every bar, light runs over it on the beat, and a new part of the song spins it around.',
  defaults: { aspectRatio: '9x16', fontStyle: 'GROTESK' },
  backgrounds: ['COVER', 'VIDEOS'],

  setup(input) {
    const {
      size,
      data,
      cover,
      audio,
      song,
      fontStyle: font,
      seed,
      motion: wish,
      background = 'COVER',
    } = input
    const unit = Math.min(size.width, size.height) / 1080
    const words = { kicker: data.customText ?? '', title: song.title, artist: song.artist }
    const layout = planLayout({ width: size.width / unit, height: size.height / unit }, words, font)
    // Things are photographed on pale paper, whatever they look like.
    const lit = chooseStudio(cover, data.theme ?? 'LIGHT', seed)
    const studio = background === 'COVER' ? lit : { ...lit, text: cover.palette.text }
    const isRed = cover.palette.swatches.some(
      ({ colour, share }) => share > 0.15 && findRedShare(colour) > SATURATED,
    )
    const motion = planMotion(audio, wish, seed, isRed)
    const scene: Scene = { unit, size, layout, cover, motion, studio, isRed }
    const faces = paintFaces({
      ...{ cover, song, font, kicker: words.kicker, unit },
      ...{ side: layout.box.width, mirrored: layout.mirrored },
    })
    const type = layout.texts.map(({ box }) => scaleBox(box, unit))
    return [
      ...pictureGround(input, { type, own: () => [drawStudio(scene)] }),
      solid(faces, {
        ...placeBox(scene),
        turn: motion.turn,
        light: (frame, face, facing) => lightFace(scene, frame, face, facing),
      }),
      ...layout.texts.map((text) => drawWords(scene, text)),
    ]
  },
})

/** Red that makes four fifths of a colour's light is saturated (WCAG 2.2, general flash and red flash); a crimson or a wine red is not. */
const SATURATED = 0.77

/** In linear light. */
function findRedShare(colour: string): number {
  const [red = 0, green = 0, blue = 0] = parseHex(colour).map((value) => (value / 255) ** 2.2)
  return red / Math.max(1e-6, red + green + blue)
}

type Scene = {
  unit: number
  size: { width: number; height: number }
  layout: Layout
  cover: Cover
  motion: BoxMotion
  studio: Studio
  isRed: boolean
}

/** The eye is a little above the box's middle, and a few of its sides away. */
function placeBox({ unit, layout }: Scene) {
  const { x, y, width } = layout.box
  const side = unit * width
  const box = { x: unit * x, y: unit * y, width: side, height: side }
  return { box, thicknessPx: THICKNESS * side, eyeY: box.y + 0.36 * side, distancePx: 4.2 * side }
}

/** The lamp stands before the box: what faces it is bright, and its streak runs over a face as that turns. */
function lightFace({ motion, isRed }: Scene, frame: Frame, face: FaceName, facing: number): FaceLight {
  const turned = Math.sin((motion.turn(frame) * Math.PI) / 180)
  const beat = motion.light(frame)
  const isSpine = face === 'LEFT' || face === 'RIGHT'
  const gain = (isSpine ? 0.56 : 0.72) + 0.24 * facing
  return {
    gain,
    shine: isRed ? 0 : 14 + 26 * beat,
    shineAt: 0.5 + 1.25 * turned + 0.18 * (1 - beat),
    shineWidth: isSpine ? 0.7 : 0.2,
  }
}

const CELLS = 56

/** A studio and the type before it. */
type Studio = StudioLight & { text: string }

/** A brand's own ground, with a lamp on it. */
function wearGround({ background, text, theme, grounds }: Palette): Studio {
  const lit = (share: number) =>
    toGroundTone(mixColours(background, theme === 'DARK' ? grounds[0] : '#ffffff', share), text, 7)
  return {
    wall: background,
    floor: lit(theme === 'DARK' ? 0.4 : 0.12),
    lamp: tameRed(lit(theme === 'DARK' ? 1 : 0.4)),
    text,
    shadow: 0.52,
  }
}

/** Paper has the hue of what fills the cover and no more of it than paper has: more is candy, and less cement. */
const PAPER = { gain: 0.75, most: 0.05, tint: 1.6, mostTint: 0.034 }

/** Pale paper in the cover's hue, as things are photographed on; for those who ask for DARK, the lights are out. */
function chooseStudio({ palette }: Cover, theme: 'LIGHT' | 'DARK', seed: number): Studio {
  const { background, gradient, grounds } = palette
  if (palette.hasBrandGround) return wearGround(palette)
  if (theme === 'LIGHT') {
    const [{ hue, chroma }] = findPapers(palette)
    const tint = Math.min(PAPER.mostTint, PAPER.tint * chroma)
    const strength = Math.max(tint, Math.min(PAPER.most, PAPER.gain * chroma))
    const tone = (lightness: number, share: number) => fromOklch({ lightness, chroma: share * strength, hue })
    return {
      wall: tone(0.82, 1),
      floor: tone(0.86, 0.75),
      lamp: tone(0.96, 0.35),
      text: tone(0.19, 0.6),
      shadow: 0.52,
    }
  }
  const own = chance(seed, 'wall') < 0.6 ? grounds[0] : grounds[1]
  const text = fromOklch({ lightness: 0.97, chroma: 0.01, hue: hexToOklch(own).hue })
  const night = mixColours(background, '#000000', palette.theme === 'LIGHT' ? 0.85 : 0)
  // The lamp swells with the music, and red that comes and goes is the worst flicker of all.
  const ground = (colour: string, share: number) =>
    tameRed(toGroundTone(mixColours(night, colour, share), text, 7.2))
  return {
    wall: ground(own, 0.14),
    floor: ground(own, 0.4),
    lamp: ground(gradient[2] ?? own, 0.8),
    text,
    shadow: 0.8,
  }
}

function drawStudio({ unit, size, layout: { box }, studio, motion }: Scene): Layer {
  const place = {
    size,
    middle: { x: (box.x + box.width / 2) * unit, y: (box.y + 0.42 * box.height) * unit },
    side: box.width * unit,
    base: (box.y + box.height) * unit,
  }
  return field({ cells: CELLS, timesPerSec: 15, shade: shadeStudio(studio, place, motion) })
}

function drawWords({ unit, studio }: Scene, { box, layout }: PlacedText): Layer {
  return sprite(
    paint({ ...box, height: Math.max(1, box.height) }, (ctx) => drawText(ctx, layout, 0, 0, studio.text), {
      unit,
      bleed: 8,
    }),
  )
}
