import {
  type Box,
  bars,
  type Cover,
  defineTemplate,
  drawText,
  type FontStyle,
  type Frame,
  type Layer,
  ownLogo,
  paint,
  type SetupInput,
  type SheenCells,
  type Size,
  type Song,
  scaleBox,
  sheen,
  sprite,
  z,
} from '@songreel/kit'
import {
  drawHub,
  drawPack,
  drawShell,
  drawSide,
  drawWell,
  HUB_RADIUS,
  HUBS,
  PACK,
  UNITS,
} from './cassette.ts'
import { drawPrint, drawSilver, PRINT_SHARE } from './disc.ts'
import { chooseFinish, drawFace, drawGloss, drawInlay, type Finish } from './face.ts'
import { type Layout, MEDIA, type Medium, planLayout } from './layout.ts'
import { drawMeter } from './meters.ts'
import { type DeckMotion, planMotion } from './motion.ts'

/** A deck with the card of the tape above it: reels turn, needles swing, and the dials light up on every beat. */
export const template = defineTemplate({
  contentId: 'RETRO_CASSETTE_DECK',
  version: 5,
  title: 'Cassette deck',
  description:
    'The cover as the card of a cassette, or the booklet of a CD, on a deck whose reels turn and whose lit meters follow the song.',
  aspectRatios: ['9x16', '4x5', '1x1', '16x9'],
  requiredData: z.object({
    medium: z.enum(MEDIA).default('CASSETTE'),
    customText: z.string().max(120).optional(),
  }),
  defaults: { aspectRatio: '9x16', fontStyle: 'GROTESK' },
  example: { medium: 'CASSETTE' },

  setup(input) {
    const { data, cover, audio, song, fontStyle: font, seed, motion: wish } = input
    const { unit, design, layout } = planDeck(input)
    const finish = chooseFinish(cover, seed)
    const motion = planMotion(audio, wish)
    const scene: Scene = { unit, design, layout, finish, cover, song, font, seed, motion }
    return [
      drawGround(scene),
      ...drawCard(scene),
      ...(data.medium === 'CASSETTE' ? drawCassette(scene) : drawDisc(scene)),
      ...layout.meters.flatMap((box, i) =>
        drawMeter(box, { unit, finish, reading: i === 0 ? motion.meters[0] : motion.meters[1] }),
      ),
      ...drawAnalyser(scene),
      ...(layout.logo ? ownLogo(input, LOGO, scaleBox(layout.logo, unit)) : []),
    ]
  },

  placeLogos(input) {
    const { unit, layout } = planDeck(input)
    return layout.logo ? { [LOGO]: scaleBox(layout.logo, unit) } : {}
  },
})

/** The name of the logo's place. */
const LOGO: string = 'label'

function planDeck({
  size,
  data,
  song,
  fontStyle: font,
  logo,
}: Pick<SetupInput<{ medium: Medium }>, 'size' | 'data' | 'song' | 'fontStyle' | 'logo'>) {
  const unit = Math.min(size.width, size.height) / 1080
  const design = { width: size.width / unit, height: size.height / unit }
  const words = { title: song.title, artist: song.artist, note: data.customText ?? '' }
  return { unit, design, layout: planLayout(design, words, { font, medium: data.medium, logo: logo?.size }) }
}

type Scene = {
  unit: number
  design: Size
  layout: Layout
  finish: Finish
  cover: Cover
  song: Song
  font: FontStyle
  seed: number
  motion: DeckMotion
}

function drawGround({ unit, design, layout, finish, seed }: Scene): Layer {
  const whole = { x: 0, y: 0, ...design }
  return sprite(paint(whole, (ctx) => drawFace(ctx, design, { layout, finish, seed }), { unit }))
}

function drawCard({ unit, layout, cover, song, font, motion }: Scene): Layer[] {
  const { card } = layout
  // The spine says again what the label says, from top to bottom: part of the picture.
  const inlay = paint(card, (ctx) => drawInlay(ctx, layout, { cover, song, font }), { unit, isTexture: true })
  const gloss = paint(card, (ctx) => drawGloss(ctx, card, 10), { unit })
  return [sprite(inlay), sprite(gloss, { opacity: motion.gloss[0] })]
}

/** The tape on its two hubs, and the shell over it. */
function drawCassette({ unit, layout, finish, font, motion }: Scene): Layer[] {
  const { bay } = layout
  const k = bay.width / UNITS
  const { shell } = finish
  const words = [layout.title, layout.artist, layout.note]
  const around = (hub: { x: number; y: number }, radius: number): Box => ({
    x: bay.x + (hub.x - radius) * k,
    y: bay.y + (hub.y - radius) * k,
    width: 2 * radius * k,
    height: 2 * radius * k,
  })
  const well = paint(bay, (ctx) => drawWell(ctx, bay, shell), { unit })
  const packs = HUBS.map((hub, i) =>
    sprite(
      paint(around(hub, PACK.full), (ctx) => drawPack(ctx, PACK.full * k), { unit }),
      { scale: (frame) => (motion.packs[i]?.(frame) ?? PACK.full) / PACK.full },
    ),
  )
  const hubs = HUBS.map((hub, i) =>
    sprite(
      paint(around(hub, HUB_RADIUS), (ctx) => drawHub(ctx, HUB_RADIUS * k), { unit }),
      { rotation: (frame) => motion.hubs[i]?.(frame) ?? 0 },
    ),
  )
  const body = paint(bay, (ctx) => drawShell(ctx, bay, { shell, words }), { unit })
  const side = paint(bay, (ctx) => drawSide(ctx, bay, { font, ink: shell.ink }), { unit, isTexture: true })
  return [sprite(well), ...packs, ...hubs, sprite(body), sprite(side)]
}

/** A disc in its bay with the light on it, and the display that names the song. */
function drawDisc(scene: Scene): Layer[] {
  const { unit, layout, finish, cover, motion } = scene
  const { bay, label } = layout
  const radius = 0.485 * Math.min(bay.width, bay.height)
  const middle = { x: bay.x + bay.width / 2, y: bay.y + bay.height / 2 }
  const around = (reach: number): Box => ({
    x: middle.x - reach,
    y: middle.y - reach,
    width: 2 * reach,
    height: 2 * reach,
  })
  const silver = paint(around(radius), (ctx) => drawSilver(ctx, radius), { unit })
  const inner = PRINT_SHARE * radius
  const print = paint(around(inner), (ctx) => drawPrint(ctx, inner, cover), { unit })
  const words = paint(
    label,
    (ctx) => {
      for (const { layout: text, box } of [layout.title, layout.artist, layout.note]) {
        drawText(ctx, text, box.x - label.x, box.y - label.y, finish.glowing)
      }
    },
    { unit },
  )
  return [
    sprite(silver),
    sheen({
      disc: { x: middle.x * unit, y: middle.y * unit, radius: radius * unit, holeRadius: inner * unit },
      shade: (cells, frame) => shineDisc(cells, frame, motion),
    }),
    sprite(print, { rotation: motion.disc }),
    sprite(words),
  ]
}

/** Two bow ties of light that stay where the lamps are and swing with the bar. */
function shineDisc({ rings, spokes, light }: SheenCells, frame: Frame, motion: DeckMotion): void {
  const swing = 2.4 * motion.gloss[0](frame) + 0.15 * Math.sin(0.9 * frame.secs)
  const strength = 34 + 60 * motion.light(frame)
  for (let spoke = 0; spoke < spokes; spoke++) {
    const angle = (spoke / spokes) * 2 * Math.PI - 0.9 - swing
    const bow = Math.cos(angle) ** 2
    const narrow = bow * bow * bow * bow
    const shine = strength * narrow * narrow
    for (let ring = 0; ring < rings; ring++) light[ring * spokes + spoke] = shine
  }
}

const SEGMENT_PX = 15

/** The spectrum in segments, as such displays have it. */
function drawAnalyser({ unit, layout, finish, motion }: Scene): Layer[] {
  const { analyser } = layout
  if (!analyser) return []
  const inner = {
    x: analyser.x + 28,
    y: analyser.y + 24,
    width: analyser.width - 56,
    height: analyser.height - 48,
  }
  const grid = paint(
    inner,
    (ctx) => {
      ctx.fillStyle = finish.glass
      for (let y = inner.height - SEGMENT_PX; y > -SEGMENT_PX; y -= SEGMENT_PX)
        ctx.fillRect(0, y, inner.width, 4)
    },
    { unit },
  )
  return [
    bars(scaleBox(inner, unit), {
      levels: motion.columns,
      count: Math.round(inner.width / 36),
      thickness: 0.72,
      minHeight: (SEGMENT_PX - 4) * unit,
      radius: 0,
      colour: finish.glowing,
    }),
    sprite(grid),
  ]
}
