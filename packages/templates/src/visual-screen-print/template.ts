import {
  type Box,
  type Cover,
  defineTemplate,
  drawHalftone,
  drawText,
  type Frame,
  findSubjectColour,
  type Layer,
  mixColours,
  ownLogo,
  type Painting,
  type PlacedText,
  paint,
  plates,
  SCREENS,
  type Screen,
  type SetupInput,
  scaleBox,
  sprite,
  z,
} from '@songreel/kit'
import { chooseSheet, type Sheet } from './inks.ts'
import { type Layout, planLayout, type Signs } from './layout.ts'
import { type PrintMotion, planMotion, REACH_PX } from './motion.ts'

/** The cover as a print in two inks, whose plates are set down anew on every beat. */
export const template = defineTemplate({
  contentId: 'VISUAL_SCREEN_PRINT',
  version: 8,
  title: 'Screen print',
  description:
    'The cover printed in two inks on paper: plates shift on the beat, the ink runs with loudness, and every part of the song has another pair of inks.',
  requiredData: z.object({ screen: z.enum(SCREENS).optional() }),
  defaults: { aspectRatio: '9x16', fontStyle: 'CONDENSED' },
  example: { screen: 'DOTS' },

  setup(input) {
    const { data, cover, audio, seed, motion } = input
    const scene: Scene = {
      ...planSheet(input),
      cover,
      seed,
      screen: data.screen ?? 'DOTS',
      // A print is on paper whatever its cover looks like; black paper is for those who ask for it.
      sheet: chooseSheet(cover.palette, data.theme ?? 'LIGHT', { seed, subject: findSubjectColour(cover) }),
      motion: planMotion(audio, motion, seed),
    }
    const logo = findLogo(scene)
    return [
      printPicture(scene),
      ...scene.layout.texts.flatMap((text) => printText(scene, text)),
      ...(logo ? ownLogo(input, LOGO, logo) : []),
    ]
  },

  // In a square the title and the print leave no corner free, in a wide frame only that of the printer's signs.
  placeLogos: (input) => {
    const logo = findLogo(planSheet(input))
    return logo ? { [LOGO]: logo } : {}
  },
})

/** The name of the logo's place. */
const LOGO: string = 'title'

function planSheet({ size, data, song, fontStyle: font, cover, logo }: SetupInput<object>) {
  const unit = Math.min(size.width, size.height) / 1080
  const words = { kicker: data.customText ?? '', title: song.title, artist: song.artist }
  const design = { width: size.width / unit, height: size.height / unit }
  return { unit, design, layout: planLayout(design, words, { font, cover, logoSize: logo?.size }) }
}

/** In pixels of the frame. */
function findLogo({ layout: { logo }, unit }: Pick<Scene, 'layout' | 'unit'>): Box | undefined {
  return logo && scaleBox(logo, unit)
}

type Scene = {
  unit: number
  design: { width: number; height: number }
  layout: Layout
  cover: Cover
  seed: number
  screen: Screen
  sheet: Sheet
  motion: PrintMotion
}

/** From dot to dot, in pixels of the design; in small frames dots stay as large as pixels allow. */
const PITCH_PX = 8.5
const LEAST_PITCH_PX = 4
/** What each ink takes out of the light: the first mostly red, the second mostly green. Together they keep the picture's colours. */
const WEIGHTS = [
  [0.6, 0.3, 0.1],
  [0.1, 0.6, 0.3],
] as const
/** On black paper inks give that light instead: the second is the warmer one. */
const LIT_WEIGHTS = [
  [0.1, 0.5, 0.4],
  [0.65, 0.3, 0.05],
] as const
/** Screens are turned against each other, or their dots would form patterns of their own. */
const DEGREES = [15, 45] as const

function printPicture(scene: Scene): Layer {
  const { unit, sheet, motion } = scene
  const inksOf = (pull: number) => sheet.inks[pull % sheet.inks.length]!
  const place = ({ x, y }: PrintMotion['first']) => ({
    x: (frame: Frame) => unit * x(frame),
    y: (frame: Frame) => unit * y(frame),
    spread: motion.spread,
  })
  return plates(paintPlate(scene, 0), paintPlate(scene, 1), {
    paper: sheet.paper,
    inks: (frame) => inksOf(motion.pull(frame)),
    inksBefore: (frame) => inksOf(Math.max(0, motion.pull(frame) - 1)),
    pulled: motion.pulled,
    first: place(motion.first),
    second: place(motion.second),
    pitchPx: findPitch(unit) * unit,
  })
}

function findPitch(unit: number): number {
  return Math.max(PITCH_PX, LEAST_PITCH_PX / unit)
}

/** One plate of the whole sheet: the picture, and the marks that both plates have. */
function paintPlate({ unit, design, layout, cover, seed, screen, sheet }: Scene, plate: 0 | 1): Painting {
  const box = { x: 0, y: 0, ...design }
  return paint(
    box,
    (ctx) => {
      drawHalftone(ctx, cover, layout.picture, {
        pitch: findPitch(unit),
        degrees: DEGREES[plate],
        screen,
        weights: (sheet.isDark ? LIT_WEIGHTS : WEIGHTS)[plate],
        isNegative: sheet.isDark,
        grain: 0.35,
        seed: seed + plate,
      })
      if (layout.signs) drawSigns(ctx, layout.signs, plate)
    },
    { unit, bleed: REACH_PX, isTexture: true },
  )
}

type Canvas = Parameters<typeof drawText>[0]

/** The printer's mark, and the ink of this plate beside that of the other one. */
function drawSigns(ctx: Canvas, { mark, proof: { x, y, radius } }: Signs, plate: 0 | 1): void {
  ctx.fillStyle = '#000000'
  drawMark(ctx, mark)
  ctx.beginPath()
  ctx.arc(x + (plate === 0 ? -0.55 : 0.55) * radius, y, radius, 0, 2 * Math.PI)
  ctx.fill()
}

/** A ring and a cross: both plates print it, and it is sharp only where they meet. */
function drawMark(ctx: Canvas, { x, y, radius }: Signs['mark']): void {
  const arm = 1.55 * radius
  ctx.strokeStyle = '#000000'
  ctx.lineWidth = 4
  ctx.beginPath()
  ctx.moveTo(x - arm, y)
  ctx.lineTo(x + arm, y)
  ctx.moveTo(x, y - arm)
  ctx.lineTo(x, y + arm)
  ctx.moveTo(x + radius, y)
  ctx.arc(x, y, radius, 0, 2 * Math.PI)
  ctx.stroke()
}

/** Type is off by so much of what its plates are: a fringe, and no bevel. */
const TYPE_OFF = 0.3
/** Smaller type has no fringe: it would be as wide as a stroke. */
const LEAST_FRINGED_PX = 110

/** Type is printed in both inks; the second plate's shows as a fringe where it is off. */
function printText({ unit, design, sheet, motion }: Scene, { box, layout }: PlacedText): Layer[] {
  if (layout.lines.length === 0) return []
  const inks = sheet.inks
  const middle = (box.y + box.height / 2) / design.height
  const inksAt = (frame: Frame) => {
    const pull = motion.pull(frame)
    const isNew = motion.pulled(frame) >= middle
    return inks[Math.max(0, isNew ? pull : pull - 1) % inks.length]!
  }
  const draw = (isTexture: boolean) =>
    paint(box, (ctx) => drawText(ctx, layout, 0, 0, '#000000'), { unit, bleed: 12, isTexture })
  const off = ({ x, y }: PrintMotion['first']) => ({
    x: (frame: Frame) => Math.round(TYPE_OFF * unit * x(frame)),
    y: (frame: Frame) => Math.round(TYPE_OFF * unit * y(frame)),
  })
  // Beside light letters on black paper, a bright fringe would blur them.
  const fringe = (ink: string) => (sheet.isDark ? mixColours(ink, sheet.paper, 0.62) : ink)
  const printed = sprite(draw(false), { ...off(motion.first), colour: (frame) => inksAt(frame).both })
  if (layout.sizePx < LEAST_FRINGED_PX) return [printed]
  return [
    sprite(draw(true), { ...off(motion.second), colour: (frame) => fringe(inksAt(frame).second) }),
    printed,
  ]
}
