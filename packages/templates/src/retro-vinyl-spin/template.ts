import {
  type AudioTrack,
  type Cover,
  chance,
  defineTemplate,
  discs,
  drawCard,
  drawText,
  type Frame,
  type Layer,
  mix,
  mixColours,
  nameAlbum,
  type Palette,
  type PlacedText,
  paint,
  pictureGround,
  printWhole,
  type SheenCells,
  type Size,
  scaleBox,
  sheen,
  shine,
  smoothstep,
  sprite,
  toGroundTone,
  z,
} from '@songreel/kit'
import { type Layout, planLayout } from './layout.ts'
import { planMotion, type RecordMotion } from './motion.ts'
import {
  choosePressing,
  drawDisc,
  drawLabel,
  drawOpening,
  findGrooveGain,
  LABEL_SHARE,
  type LabelWords,
  OPENING_PX,
  type Pressing,
} from './record.ts'

/** A record comes out of its sleeve and turns in the light, and rings of colour leave it on every beat. */
export const template = defineTemplate({
  contentId: 'RETRO_VINYL_SPIN',
  version: 6,
  title: 'Vinyl',
  description:
    'The record comes out of its sleeve and turns at 33⅓; its light answers the beat, and rings of colour leave it.',
  requiredData: z.object({ labelText: z.string().max(60).optional() }),
  defaults: { aspectRatio: '9x16', fontStyle: 'SERIF' },
  example: { labelText: 'Tideline Records' },
  backgrounds: ['COVER', 'VIDEOS'],

  setup(input) {
    const { size, data, cover, audio, song, fontStyle: font, seed, motion: wish } = input
    const unit = Math.min(size.width, size.height) / 1080
    const words = { kicker: data.customText ?? '', title: song.title, artist: song.artist }
    const layout = planLayout({ width: size.width / unit, height: size.height / unit }, words, font)
    const scene: Scene = {
      unit,
      layout,
      cover,
      seed,
      audio,
      motion: planMotion(audio, wish),
      pressing: choosePressing(cover, seed),
    }
    const label = {
      title: song.title,
      artist: song.artist,
      labelText: data.labelText ?? nameAlbum(song),
      font,
    }
    const type = [layout.kicker, layout.title, layout.artist].map(({ box }) => scaleBox(box, unit))
    return [
      ...pictureGround(input, { type, own: () => [drawRings(scene, size)] }),
      ...drawRecord(scene, label),
      ...drawSleeve(scene),
      ...drawType(scene),
    ]
  },
})

type Scene = {
  unit: number
  layout: Layout
  cover: Cover
  seed: number
  audio: AudioTrack
  motion: RecordMotion
  pressing: Pressing
}

/** How far a disc has moved from where it lies in its sleeve, in whole pixels of the frame. */
function findShift({ unit, layout, motion }: Scene): { x(frame: Frame): number; y(frame: Frame): number } {
  const { disc, way } = layout
  const lengthPx = 2 * disc.radius * unit
  return {
    x: (frame) => Math.round(way.x * lengthPx * motion.out(frame)),
    y: (frame) => Math.round(way.y * lengthPx * motion.out(frame)),
  }
}

const RING_PX = 208
/** Rings that reach the type have lost so much of their colour. */
const QUIET = 0.25
const TEXT_CONTRAST = 7.2

/** Rings in tones of the cover leave the record; a new chapter of the song sends out another set of them. */
function drawRings(scene: Scene, size: Size): Layer {
  const { unit, layout, cover, seed, motion } = scene
  const { disc, way } = layout
  const sets = listTones(cover.palette, seed)
  const reachPx = RING_PX * unit
  const inner = (0.9 * disc.radius) / RING_PX
  const middle = {
    x: (disc.x + way.x * 1.24 * disc.radius) * unit,
    y: (disc.y + way.y * 1.24 * disc.radius) * unit,
  }
  const count = 22
  const first = (frame: Frame) => Math.floor(motion.rings(frame)) - count + 1
  const pickTone = (ring: number) => {
    const tones = sets[motion.chapterOf(ring + inner) % sets.length] ?? []
    return tones[((ring % tones.length) + tones.length) % tones.length] ?? cover.palette.background
  }
  const all = Array.from({ length: count }, (_, i) => i)
  // The oldest ring is the largest.
  const listRadii = (frame: Frame) => all.map((i) => (motion.rings(frame) - first(frame) - i) * reachPx)
  const calm = toGroundTone(cover.palette.background, cover.palette.text, TEXT_CONTRAST)
  const typePx = findTypeDistance(layout, middle, unit)
  const edgePx = Math.max(middle.x, size.width - middle.x, middle.y, size.height - middle.y)
  /** The ground, then the rings: each has taken the next one's tone by the time only corners are left of it, which would look like splinters. */
  const listColours = (frame: Frame) => {
    const colours = [-1, ...all].map((i) => pickTone(first(frame) + i))
    const radii = listRadii(frame)
    for (let i = count - 1; i >= 0; i--) {
      const gone = smoothstep(edgePx - reachPx, edgePx, radii[i]!)
      if (gone > 0) colours[i] = mixColours(colours[i]!, colours[i + 1]!, gone)
    }
    // Below the record nobody sees a tone: what comes later must not make frames differ that look alike.
    for (const i of all) if (radii[i]! < inner * reachPx) colours[i + 1] = colours[i]!
    return colours.map((colour, i) => {
      const isBehind = smoothstep(typePx, typePx + 2 * reachPx, i === 0 ? Infinity : radii[i - 1]!)
      return mixColours(colour, calm, QUIET * isBehind)
    })
  }
  return discs({
    ground: (frame) => listColours(frame)[0]!,
    colours: (frame) => listColours(frame).slice(1),
    radii: listRadii,
    ...middle,
  })
}

/** How far from a point the nearest of the type is. */
function findTypeDistance({ kicker, title, artist }: Layout, at: { x: number; y: number }, unit: number) {
  const written = [kicker, title, artist].filter(({ layout }) => layout.lines.length > 0)
  const beyond = (place: number, from: number, to: number) => Math.max(from - place, place - to, 0)
  return Math.min(
    ...written.map(({ box, layout: { ink } }) => {
      const x = beyond(at.x, (box.x + ink.left) * unit, (box.x + ink.right) * unit)
      const y = beyond(at.y, (box.y + ink.top) * unit, (box.y + ink.bottom) * unit)
      return Math.hypot(x, y)
    }),
    2 * Math.hypot(at.x, at.y),
  )
}

/** Tones of the cover on which type is readable, in two or three sets that differ in hue. */
function listTones(palette: Palette, seed: number): string[][] {
  const { background, surface, text, grounds, gradient, hasBrandGround } = palette
  // Rings are told by their light: on a night picture's own black nobody would see them.
  const isDark = palette.theme === 'DARK' && !hasBrandGround
  const [first = surface, second = surface] = isDark ? grounds.map((ground) => shine(ground)) : grounds
  const tone = (colour: string) => toGroundTone(colour, text, TEXT_CONTRAST)
  const build = (colour: string) => {
    // A brand has its own colours at both ends.
    const shares = hasBrandGround ? [0, 0.5, 1] : [0.24, 0.56, 0.92]
    const [deep = '', middle = '', high = ''] = shares.map((share) =>
      tone(mixColours(background, colour, share)),
    )
    return [tone(background), deep, middle, high, middle, deep]
  }
  const sets = [build(gradient[2] ?? surface), build(first), build(second)]
  return chance(seed, 'tones') < 0.5 ? sets : [build(first), build(second), build(gradient[2] ?? surface)]
}

/** The disc, the light that stays where it is while the grooves turn under it, and the label. */
function drawRecord(scene: Scene, words: LabelWords): Layer[] {
  const { unit, layout, motion, pressing } = scene
  const { disc } = layout
  const shift = findShift(scene)
  const around = (radius: number) => ({
    x: disc.x - radius,
    y: disc.y - radius,
    width: 2 * radius,
    height: 2 * radius,
  })
  const body = paint(around(disc.radius), (ctx) => drawDisc(ctx, disc.radius, pressing), { unit })
  const labelRadius = LABEL_SHARE * disc.radius
  // It spins: nobody reads it.
  const options = { unit, isTexture: true }
  const label = paint(around(labelRadius), (ctx) => drawLabel(ctx, labelRadius, pressing, words), options)
  const radius = disc.radius * unit
  return [
    sprite(body, shift),
    sheen({
      disc: { x: disc.x * unit, y: disc.y * unit, radius, holeRadius: labelRadius * unit },
      gain: (distance) => findGrooveGain(distance / radius, pressing),
      shade: createLight(scene),
      ...shift,
    }),
    sprite(label, { ...shift, rotation: motion.turn }),
  ]
}

/** What is rough catches so much light away from the lamps, too, in levels: there one sees the record turn as well. */
const GLINT = 18

/** Two lamps make two bow ties; each groove is a little uneven, which is what one sees turning. */
function createLight({ motion, seed }: Scene): (cells: SheenCells, frame: Frame) => void {
  const place = 25 + 40 * chance(seed, 'lamp')
  let grooves: Float32Array | undefined
  let bow: Float32Array | undefined
  return ({ rings, spokes, light }, frame) => {
    grooves ??= pressGrooves(seed, rings, spokes)
    bow ??= new Float32Array(2 * spokes)
    const lamp = ((place + motion.lamp(frame)) * Math.PI) / 180
    const strength = 46 + 44 * motion.light(frame)
    for (let spoke = 0; spoke < spokes; spoke++) {
      const angle = (spoke / spokes) * 2 * Math.PI - lamp
      const shine = strength * (raiseTo30(Math.cos(angle)) + 0.4 * raiseTo30(Math.cos(angle - 1.25) ** 2))
      bow[spoke] = shine
      bow[spoke + spokes] = shine
    }
    const turned = motion.turn(frame) / 360
    const behind = spokes - (Math.round(turned * spokes) % spokes)
    for (let ring = 0; ring < rings; ring++) {
      // No record is quite flat: the light wavers as it turns.
      const warp = 4 + Math.round(4 * Math.sin(2 * Math.PI * turned + 0.35 * ring))
      const start = 2 * ring * spokes + behind
      for (let spoke = 0; spoke < spokes; spoke++) {
        const rough = grooves[start + spoke] ?? 0
        const shine = bow[spoke + warp] ?? 0
        light[ring * spokes + spoke] = shine * (1 + rough) + (rough > 0 ? GLINT * rough : 0)
      }
    }
  }
}

/** By products: a power is a call of the C library, twice for every spoke. */
function raiseTo30(value: number): number {
  const second = value * value
  const fourth = second * second
  const eighth = fourth * fourth
  return eighth * eighth * eighth * fourth * second
}

/**
 * How uneven the grooves are, -1 to 1: finely from ring to ring, softly along each of them. Every ring stands there
 * twice, so that it can be read from any spoke on.
 */
function pressGrooves(seed: number, rings: number, spokes: number): Float32Array {
  const knots = 32
  return Float32Array.from({ length: 2 * rings * spokes }, (_, i) => {
    const ring = Math.floor(i / (2 * spokes))
    const at = ((i % spokes) / spokes) * knots
    const knot = (k: number) => 2 * chance(seed, 'groove', ring, k % knots) - 1
    return 0.62 * mix(knot(Math.floor(at)), knot(Math.floor(at) + 1), smoothstep(0, 1, at % 1))
  })
}

/** The cover as the sleeve, a group whole across its paper, which the disc's weight moves a little. */
function drawSleeve(scene: Scene): Layer[] {
  const { unit, layout, cover, motion } = scene
  const { sleeve, way } = layout
  const nudge = (frame: Frame) => Math.round(-6 * unit * motion.light(frame))
  const place = { x: (frame: Frame) => way.x * nudge(frame), y: (frame: Frame) => way.y * nudge(frame) }
  const opening = paint(sleeve, (ctx) => drawOpening(ctx, layout), { bleed: OPENING_PX, unit })
  const card = paint(
    sleeve,
    (ctx, { width, height }) => drawCard(ctx, printWhole(cover, sleeve), { x: 0, y: 0, width, height }, 6),
    { unit },
  )
  return [sprite(opening, place), sprite(card, place)]
}

function drawType({ unit, layout, cover }: Scene): Layer[] {
  const { text } = cover.palette
  const word = ({ layout: type, box }: PlacedText) =>
    sprite(
      paint({ ...box, height: Math.max(1, box.height) }, (ctx) => drawText(ctx, type, 0, 0, text), {
        unit,
        bleed: 8,
      }),
    )
  return [word(layout.kicker), word(layout.title), word(layout.artist)]
}
