import {
  type Box,
  type Cover,
  defineTemplate,
  drawExtended,
  drawText,
  type Foreground,
  fadeRim,
  findForegrounds,
  glow,
  hexToOklch,
  insetBox,
  type Layer,
  mixColours,
  ownLogo,
  type PlacedText,
  paint,
  paintBehind,
  paintCutOut,
  type SetupInput,
  type Size,
  scaleBox,
  sprite,
  withAlpha,
} from '@songreel/kit'
import { chooseGround, type Ground } from './ground.ts'
import { layPrint, planPrintOf } from './lay-print.ts'
import { type DepthMotion, planMotion } from './motion.ts'
import { FRONT_DRIFT_PX, type Placed, placeTitle, toInk, type Words } from './place-title.ts'
import { NEAREST, SPARE } from './views.ts'

/** The cover in depth layers, with the title between them. */
export const template = defineTemplate({
  contentId: 'VISUAL_DEPTH_TITLE',
  version: 10,
  title: 'Depth title',
  description:
    'The title stands huge behind the head, the thing or the horizon of the cover where that can be cut out cleanly; else the whole cover is a print that lies askew, on the end of a line or clear of all letters. Every beat moves the layers.',
  // Type stands before the background: that is the idea. What stands in front is never covered.
  coversSubject: true,
  defaults: { aspectRatio: '9x16', fontStyle: 'CONDENSED' },

  setup(input) {
    const { cover, data, audio, seed, motion: wish } = input
    const { unit, ...frame } = planDesign(input)
    const { design, words, font } = frame
    const motion = planMotion(audio, wish, seed)
    const cut = findCut(cover, design, words, font)
    if (!cut) {
      const layout = planPrintOf(frame)
      return [
        ...layPrint({ ...frame, layout, unit, motion, theme: data.theme }),
        ...(layout.logo ? ownLogo(input, LOGO, scaleBox(layout.logo, unit)) : []),
      ]
    }
    const { view, block, at, credits } = cut.placed
    const boxes = [
      ...block.lines.map(({ ink }) => ({ ...ink, x: ink.x + at.x, y: ink.y + at.y })),
      ...credits.map(toInk),
    ]
    const ground = chooseGround(
      cover,
      { foreground: cut.foreground, view, boxes },
      { theme: data.theme, seed },
    )
    const scene: Scene = { cover, unit, design, motion, ground, ...cut }
    return [
      layBehind(scene, boxes),
      ...layTitle(scene),
      layFront(scene),
      ...credits.filter(({ layout }) => layout.lines.length > 0).map((text) => layCredit(scene, text)),
    ]
  },

  // Between a print, a title and what lies far behind no corner is free; where the cover is cut, one may be.
  placeLogos(input) {
    const { unit, ...frame } = planDesign(input)
    if (!frame.logoSize || findCut(frame.cover, frame.design, frame.words, frame.font)) return {}
    const { logo } = planPrintOf(frame)
    return logo ? { [LOGO]: scaleBox(logo, unit) } : {}
  },
})

/** The name of the logo's place. */
const LOGO: string = 'credits'

function planDesign({ size, cover, data, song, fontStyle: font, logo }: SetupInput<object>) {
  const unit = Math.min(size.width, size.height) / 1080
  const design = { width: size.width / unit, height: size.height / unit }
  const words: Words = { title: song.title, artist: song.artist, note: data.customText ?? '' }
  return { unit, cover, design, words, font, logoSize: logo?.size }
}

type Scene = {
  cover: Cover
  unit: number
  design: Size
  motion: DepthMotion
  ground: Ground
  foreground: Foreground
  placed: Placed
}

function findCut(cover: Cover, size: Size, words: Words, font: Parameters<typeof placeTitle>[0]['font']) {
  for (const foreground of findForegrounds(cover)) {
    const placed = placeTitle({ cover, foreground, size, words, font })
    if (placed) return { foreground, placed }
  }
  return undefined
}

/** How far the title's shadow reaches. */
const SHADOW_PX = 220
/** How soft a studio's wall is. */
const WALL_BLUR_PX = 44
/** How far a veil reaches beyond the type. */
const VEIL_PX = 170

/** What is behind, with a veil where type stands. It stays where it is, and all else moves before it: that is as deep, and costs little. */
function layBehind(scene: Scene, boxes: readonly Box[]): Layer {
  const { cover, unit, design, ground, foreground, placed } = scene
  const whole = { x: 0, y: 0, ...design }
  const isSoft = placed.isStudio
  const painting = paint(
    whole,
    (ctx) => {
      // What is drawn on is out of focus, and so is a studio's wall: what is left of hair around the cut goes with it.
      if (isSoft) ctx.filter = `blur(${WALL_BLUR_PX * unit}px)`
      const area = isSoft ? insetBox(whole, -3 * WALL_BLUR_PX) : whole
      const behind = paintBehind(cover, foreground)
      drawExtended(ctx, behind, placed.view, area)
      if (placed.isStudio && !isShotIndoors(scene)) {
        const { x, y, width, height } = placed.view
        ctx.filter = 'none'
        ctx.drawImage(fadeRim(behind, SEAM), x, y, width, height)
      }
      ctx.filter = `blur(${0.55 * VEIL_PX * unit}px)`
      ctx.fillStyle = withAlpha(ground.veil, ground.amount)
      ctx.beginPath()
      for (const { x, y, width, height } of boxes)
        ctx.rect(x - VEIL_PX, y - VEIL_PX, width + 2 * VEIL_PX, height + 2 * VEIL_PX)
      ctx.fill()
      ctx.filter = 'none'
    },
    { unit },
  )
  return sprite(painting)
}

/** Around people and before a plain wall what is behind may be out of focus; around a thing it stays: its stem and its table are there. */
function isShotIndoors({ cover, foreground }: Scene): boolean {
  return foreground.isClear || (cover.salience.faces ?? []).length > 0
}

/** So much of a picture's sides and of its head goes over into what is drawn on. */
const SEAM = 0.16

/** The title, huge, and its shadow on what is behind: the nearer it comes, the deeper. Its foot lies in the shade of what stands before it. */
function layTitle({ unit, motion, ground, placed: { block, at } }: Scene): Layer[] {
  const box = { x: at.x, y: at.y, width: block.width, height: block.height }
  const painting = paint(
    box,
    (ctx) => {
      const fill = ctx.createLinearGradient(0, 0, 0, block.height)
      fill.addColorStop(0.3, ground.type)
      fill.addColorStop(1, ground.shaded)
      for (const { layout, x, y } of block.lines) drawText(ctx, layout, x, y, fill)
    },
    { unit, bleed: 8 },
  )
  // So soft a shadow does not know letters.
  const plain = paint(
    box,
    (ctx) => {
      for (const { ink } of block.lines) ctx.fillRect(ink.x, ink.y, ink.width, ink.height)
    },
    { unit },
  )
  return [
    glow(plain.shape, {
      colour: ground.glow,
      spread: SHADOW_PX * unit,
      strength: motion.light,
    }),
    sprite(painting),
  ]
}

/** How strong the shadow of the front is: dark type needs hardly any, and on the pale ground around it more would be seen as a rim. */
const FRONT_SHADOW = { onLight: 0.44, onDark: 0.14 }

/** What stands in front, with a soft shadow on the type. */
function layFront({ cover, unit, design, motion, ground, foreground, placed }: Scene): Layer {
  const area = enlarge(design)
  const isTypeDark = hexToOklch(ground.type).lightness < 0.5
  const painting = paint(
    area,
    (ctx) => {
      const { view } = placed
      ctx.imageSmoothingQuality = 'high'
      ctx.shadowColor = withAlpha(
        mixColours(cover.palette.background, '#000000', 0.8),
        isTypeDark ? FRONT_SHADOW.onDark : FRONT_SHADOW.onLight,
      )
      ctx.shadowBlur = 34 * unit
      ctx.shadowOffsetY = 6 * unit
      ctx.drawImage(paintCutOut(cover, foreground), view.x - area.x, view.y, view.width, view.height)
    },
    { unit },
  )
  return sprite(painting, {
    x: (frame) => FRONT_DRIFT_PX * unit * motion.aside(frame),
    scale: (frame) => 1 + (NEAREST - 1) * motion.near(frame),
    anchor: { x: 0.5, y: 1 },
  })
}

/** The frame, and as much beside it as the front drifts. */
function enlarge({ width, height }: Size): Box {
  const spare = ((SPARE - 1) / 2) * width
  return { x: -spare, y: 0, width: width + 2 * spare, height }
}

function layCredit({ unit, ground }: Scene, { box, layout }: PlacedText): Layer {
  return sprite(paint(box, (ctx) => drawText(ctx, layout, 0, 0, ground.type), { unit, bleed: 8 }))
}
