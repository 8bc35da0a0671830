import {
  type Cover,
  chance,
  defineTemplate,
  drawText,
  type FaceLight,
  type FaceName,
  type FieldCells,
  type Frame,
  field,
  fromOklch,
  hexToOklch,
  type Layer,
  mixColours,
  type Palette,
  type PlacedText,
  paint,
  parseHex,
  solid,
  sprite,
  tameRed,
  toGroundTone,
} from '@songreel/kit'
import { paintFaces } from './faces.ts'
import { type Layout, planLayout, THICKNESS } from './layout.ts'
import { type BoxMotion, planMotion } from './motion.ts'

/** The cover as a box that stands in a studio and turns in its light. */
export const template = defineTemplate({
  contentId: 'VISUAL_COVER_BOX',
  version: 2,
  title: 'Cover box',
  description:
    'The cover as a solid box with a spine: it turns to another pose on every bar, light runs over it on the beat, and a new part of the song spins it around.',
  defaults: { aspectRatio: '9x16', fontStyle: 'GROTESK' },

  setup({ size, data, cover, audio, song, fontStyle: font, seed, motion: wish }) {
    const unit = Math.min(size.width, size.height) / 1080
    const words = { kicker: data.customText ?? '', title: song.title, artist: song.artist }
    const layout = planLayout({ width: size.width / unit, height: size.height / unit }, words, font)
    // Things are photographed on pale paper, whatever they look like.
    const studio = chooseStudio(cover, data.theme ?? 'LIGHT', seed)
    const isRed = cover.palette.swatches.some(
      ({ colour, share }) => share > 0.15 && tameRed(colour) !== colour,
    )
    const motion = planMotion(audio, wish, seed, isRed)
    const scene: Scene = { unit, size, layout, cover, motion, studio, isRed }
    const faces = paintFaces({ cover, song, font, side: layout.box.width, unit })
    return [
      drawStudio(scene),
      solid(faces, {
        ...placeBox(scene),
        turn: motion.turn,
        light: (frame, face, facing) => lightFace(scene, frame, face, facing),
      }),
      ...layout.texts.map((text) => drawWords(scene, text)),
    ]
  },
})

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
  return { box, thicknessPx: THICKNESS * side, eyeY: box.y + 0.36 * side, distancePx: 3.4 * side }
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

/** A studio's paper and lamp, and the type before it. */
type Studio = { wall: string; floor: string; lamp: string; text: string; shadow: number }

/** A brand's own ground, with a lamp on it. */
function wearGround({ background, text, theme, accent }: Palette): Studio {
  const lit = (share: number) =>
    toGroundTone(mixColours(background, theme === 'DARK' ? accent : '#ffffff', share), text, 7)
  return { wall: background, floor: lit(0.12), lamp: tameRed(lit(0.4)), text, shadow: 0.52 }
}

/** Pale paper in the cover's hue, as things are photographed on; for those who ask for DARK, the lights are out. */
function chooseStudio({ palette }: Cover, theme: 'LIGHT' | 'DARK', seed: number): Studio {
  const { accent, accent2, background, gradient, isMonochrome } = palette
  if (palette.hasBrandGround) return wearGround(palette)
  const own = chance(seed, 'wall') < 0.6 ? accent : accent2
  if (theme === 'LIGHT') {
    const { hue, chroma } = hexToOklch(own)
    const tone = (lightness: number, share: number) =>
      fromOklch({ lightness, chroma: isMonochrome ? 0 : Math.min(0.16, share * Math.max(0.1, chroma)), hue })
    return {
      wall: tone(0.8, 0.6),
      floor: tone(0.84, 0.45),
      lamp: tone(0.96, 0.2),
      text: tone(0.19, 0.35),
      shadow: 0.52,
    }
  }
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

/** A wall and a floor without a line between them, lit by a lamp behind the box; the box's shadow lies on the floor. */
function drawStudio({ unit, size, layout, studio, motion }: Scene): Layer {
  const [wall, lamp, floor] = [parseHex(studio.wall), parseHex(studio.lamp), parseHex(studio.floor)]
  const box = layout.box
  const middle = { x: (box.x + box.width / 2) * unit, y: (box.y + 0.42 * box.height) * unit }
  const side = box.width * unit
  const base = (box.y + box.height) * unit
  const shade = ({ columns, rows, rgb }: FieldCells, frame: Frame) => {
    const strength = motion.lamp(frame)
    const turn = (motion.turn(frame) * Math.PI) / 180
    // A box seen from its edge throws a narrower shadow.
    const half = (0.5 * Math.abs(Math.cos(turn)) + 0.16) * side
    const fall = 0.5 * side * Math.sin(turn)
    for (let row = 0; row < rows; row++) {
      const y = ((row + 0.5) / rows) * size.height
      const down = Math.max(0, Math.min(1, (y - base + 0.22 * side) / (0.5 * side)))
      const ground = down * down * (3 - 2 * down)
      for (let column = 0; column < columns; column++) {
        const x = ((column + 0.5) / columns) * size.width
        const [dx, dy] = [(x - middle.x) / side, (y - middle.y) / side]
        const glow = strength * Math.exp(-(dx * dx + dy * dy) / 0.62)
        const near = (y - base - 0.03 * side) / (0.12 * side)
        const aside = (x - middle.x - 0.3 * fall - 0.1 * side) / (1.1 * half)
        const dark = 1 - studio.shadow * Math.exp(-(aside ** 4) - near * near)
        const at = 3 * (row * columns + column)
        for (let axis = 0; axis < 3; axis++) {
          const plain = wall[axis]! + (floor[axis]! - wall[axis]!) * ground
          const lit = plain + (lamp[axis]! - plain) * glow * (1 - 0.45 * ground)
          rgb[at + axis] = lit * dark
        }
      }
    }
  }
  return field({ cells: CELLS, timesPerSec: 15, shade })
}

function drawWords({ unit, studio }: Scene, { box, layout }: PlacedText): Layer {
  return sprite(
    paint({ ...box, height: Math.max(1, box.height) }, (ctx) => drawText(ctx, layout, 0, 0, studio.text), {
      unit,
      bleed: 8,
    }),
  )
}
