import {
  type Cover,
  chance,
  defineTemplate,
  type Frame,
  type Layer,
  type Motion,
  ownLogo,
  type Painting,
  paint,
  type SetupInput,
  type Size,
  scaleBox,
  sprite,
  z,
} from '@songreel/kit'
import { type Layout, planLayout } from './layout.ts'
import { type Drop, planDrops, planMotion, type TableMotion } from './motion.ts'
import { drawFilm, drawPrint, drawUndeveloped, measureFilm } from './prints.ts'
import { type Prints, shapeShots, takePrints, takeShots } from './shots.ts'
import { chooseTable, drawTable } from './table.ts'

/** Instant prints of the cover fall on a table, one after another, and come out; beside them a film runs on. */
export const template = defineTemplate({
  contentId: 'RETRO_POLAROID_FILM',
  version: 9,
  title: 'Instant film',
  description:
    'The cover as instant photographs that land on a table on the bars and develop as the song gets louder, beside a running film.',
  aspectRatios: ['9x16', '4x5', '1x1', '16x9'],
  requiredData: z.object({ customText: z.string().max(120).optional() }),
  defaults: { aspectRatio: '9x16', fontStyle: 'MODERN' },

  setup(input) {
    const { cover, audio, seed, motion: wish } = input
    const { unit, design, layout } = planTable(input)
    const prints = takePrints(cover, seed)
    const drops = planDrops(audio, prints.pile.length)
    const motion = planMotion(audio, drops, wish)
    const scene: Scene = { unit, design, layout, cover, prints, drops, motion, wish, seed }
    return [
      drawGround(scene),
      drawStrip(scene),
      ...drawOthers(scene),
      ...drawPile(scene),
      ...stampLogo(scene, input),
    ]
  },

  // Prints lie in every corner.
  placeLogos: (input) => {
    const { unit, layout } = planTable(input)
    return layout.logo ? { [LOGO]: scaleBox(layout.logo, unit) } : {}
  },
})

/** The name of the logo's place. */
const LOGO: string = 'print'

function planTable({ size, data, song, cover, fontStyle: font, logo }: SetupInput<object>) {
  const unit = Math.min(size.width, size.height) / 1080
  const design = { width: size.width / unit, height: size.height / unit }
  const words = { title: song.title, artist: song.artist, note: data.customText ?? '' }
  return {
    unit,
    design,
    layout: planLayout(design, words, { font, picture: shapeShots(cover), logo: logo?.size }),
  }
}

type Scene = {
  unit: number
  design: Size
  layout: Layout
  cover: Cover
  prints: Prints
  drops: readonly Drop[]
  motion: TableMotion
  wish: Motion
  seed: number
}

function drawGround({ unit, design, cover }: Scene): Layer {
  const whole = { x: 0, y: 0, ...design }
  return sprite(paint(whole, (ctx) => drawTable(ctx, whole, chooseTable(cover.palette)), { unit }))
}

/** The film is as much longer than the frame as all of its pictures are: when they have passed, it begins again. */
function drawStrip(scene: Scene): Layer {
  const { unit, layout, cover, motion, seed } = scene
  const { film } = layout
  const shots = takeShots(cover, seed)
  const { pitch, period } = measureFilm(film.width, shots)
  const hole = chooseTable(cover.palette)
  const box = { ...film, y: -period, height: film.height + period }
  const strip = paint(box, (ctx) => drawFilm(ctx, box, { cover, shots, hole }), { unit, isTexture: true })
  return sprite(strip, { y: (frame) => Math.round(((motion.film(frame) * pitch) % period) * unit) })
}

/** Prints that lie there from the beginning. */
function drawOthers({ unit, layout, cover, prints }: Scene): Layer[] {
  return layout.others.map(({ box, degrees }, i) => {
    const shot = prints.others[i % prints.others.length]
    return sprite(
      paint(box, (ctx) => shot && drawPrint(ctx, { box, degrees, unit }, { cover, shot }), {
        unit,
        bleed: 0.16 * box.width + 60,
      }),
    )
  })
}

/** How each print of the pile is turned, in degrees. */
const TURNS = [-1.6, 2.1, -3, 1.2]

function findTurn(seed: number, shot: number): number {
  const side = chance(seed, 'turn') < 0.5 ? 1 : -1
  return side * (TURNS[shot % TURNS.length] ?? 0)
}

/** The print on top, and the one below it that it has just covered; the names are on the top one only. */
function drawPile(scene: Scene): Layer[] {
  const { unit, layout, cover, prints, drops, seed } = scene
  const { top, words } = layout
  const options = { unit, bleed: 110 }
  const paintings = prints.pile.map((shot, i) => {
    const turned = { box: top, degrees: findTurn(seed, i), unit }
    return {
      named: paint(top, (ctx) => drawPrint(ctx, turned, { cover, shot, words }), options),
      bare: paint(top, (ctx) => drawPrint(ctx, turned, { cover, shot }), options),
      undeveloped: paint(top, (ctx) => drawUndeveloped(ctx, turned), options),
    }
  })
  const shotOf = (drop: number) => drops[drop]?.shot ?? -1
  const below = paintings.flatMap(({ bare, undeveloped }, shot) =>
    showPrint(scene, {
      print: bare,
      undeveloped,
      dropAt: (at) => (at > 0 && shotOf(at - 1) === shot ? at - 1 : -1),
    }),
  )
  const above = paintings.flatMap(({ named, undeveloped }, shot) =>
    showPrint(scene, { print: named, undeveloped, dropAt: (at) => (shotOf(at) === shot ? at : -1) }),
  )
  return [...below, ...above]
}

type Shown = {
  print: Painting
  undeveloped: Painting
  /** Which drop this is while another lies on top; -1 where it is not seen. */
  dropAt: (top: number) => number
}

/** How a drop falls, and how much of it is there. */
function planFall({ unit, layout, motion, wish }: Scene, drop: (frame: Frame) => number) {
  const left = (frame: Frame) => (wish === 'REDUCED' ? 0 : 1 - motion.fallen(frame, drop(frame)))
  const fall = {
    y: (frame: Frame) => -0.2 * layout.top.height * unit * left(frame),
    scale: (frame: Frame) => 1 + 0.22 * left(frame),
    rotation: (frame: Frame) => 7 * left(frame),
  }
  const comes = (frame: Frame) => (wish === 'REDUCED' ? motion.fallen(frame, drop(frame)) : 1)
  return { fall, comes }
}

/** A brand's logo on the print on top: it falls with it, and is turned like it, around the middle of the print. */
function stampLogo(scene: Scene, input: SetupInput<object>): Layer[] {
  const { unit, layout, drops, motion, seed } = scene
  const { logo, top } = layout
  if (!logo) return []
  const { fall, comes } = planFall(scene, motion.topAt)
  const anchor = {
    x: (top.x + top.width / 2 - logo.x) / logo.width,
    y: (top.y + top.height / 2 - logo.y) / logo.height,
  }
  const turn = (frame: Frame) => findTurn(seed, drops[motion.topAt(frame)]?.shot ?? 0)
  const rotation = (frame: Frame) => fall.rotation(frame) + turn(frame)
  return ownLogo(input, LOGO, scaleBox(logo, unit), { ...fall, rotation, anchor, opacity: comes })
}

function showPrint(scene: Scene, { print, undeveloped, dropAt }: Shown): Layer[] {
  const { motion } = scene
  const drop = (frame: Frame) => dropAt(motion.topAt(frame))
  const isSeen = (frame: Frame) => drop(frame) >= 0
  const { fall, comes } = planFall(scene, drop)
  return [
    sprite(print, { ...fall, opacity: (frame) => (isSeen(frame) ? comes(frame) : 0) }),
    sprite(undeveloped, {
      ...fall,
      opacity: (frame) =>
        isSeen(frame) ? 0.82 * comes(frame) * (1 - motion.developed(frame, drop(frame))) : 0,
    }),
  ]
}
