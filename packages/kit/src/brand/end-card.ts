import type { Frame } from '../compose/frame.ts'
import type { Layer } from '../compose/layer.ts'
import type { Box, Size } from '../geometry.ts'
import { lottie } from '../layers/lottie.ts'
import { paint } from '../layers/paint.ts'
import { sprite } from '../layers/sprite.ts'
import type { Lottie } from '../lottie/lottie-file.ts'
import { ease, expoOut } from '../paint/easing.ts'
import type { FontStyle } from '../paint/font-families.ts'
import { planFrame } from '../paint/frame-layout.ts'
import type { Palette } from '../paint/palette.ts'
import { createQrCode, drawQrCode, type QrCode } from '../paint/qr-code.ts'
import { drawText, fitText, type TextLayout, type TextStyle } from '../paint/text.ts'
import type { AudioTrack } from '../track/audio-track.ts'
import { type BrandFilling, filmOf, playFrom } from './brand-animation.ts'
import type { BrandScene } from './brand-scene.ts'
import { drawLogo } from './draw-logo.ts'
import { measureLogo, PLATE_MARGIN, sizeLogo } from './logo-box.ts'

/** What an end card is made of. */
export type EndCardProps = {
  size: Size
  palette: Palette
  font: FontStyle
  audio: AudioTrack
  card: NonNullable<BrandScene['endCard']>
  /** What an animation is filled with; without it none is shown. */
  filling?: BrandFilling
  /** On a bar. */
  startSecs: number
}

/** How long the card takes to cover the frame, and what stands on it to come. */
const CURTAIN_SECS = 0.4
const RISE_SECS = 0.55
const STAGGER_SECS = 0.07

/** A card that covers the frame from a bar on: logo, a line, and a link; in wide and square frames also as a code to scan. */
export async function endCard(props: EndCardProps): Promise<Layer[]> {
  const { size, palette, startSecs, audio } = props
  const { scale } = planFrame(size)
  const whole = { x: 0, y: 0, ...size }
  const ground = paint(whole, (ctx) => {
    ctx.fillStyle = palette.background
    ctx.fillRect(0, 0, size.width, size.height)
  })
  const come = (order: number) => {
    const from = startSecs + 0.5 * CURTAIN_SECS + order * STAGGER_SECS
    const share = ({ secs }: Frame) => ease(secs, from, RISE_SECS, expoOut)
    return {
      opacity: (frame: Frame) => (frame.secs < startSecs ? 0 : share(frame)),
      y: (frame: Frame) => Math.round((1 - share(frame)) * scale(48)),
    }
  }
  const parts = await planParts(props)
  return [
    sprite(ground, {
      reveal: ({ secs }) =>
        secs < startSecs ? 0 : ease(secs + 1e-6, startSecs - 1 / audio.fps, CURTAIN_SECS, expoOut),
      revealFrom: 'BOTTOM',
    }),
    ...parts.map(({ box, bleed = 0, draw, pulses, animation }, order) => {
      if (animation) return animationLayer(props, animation, box)
      return sprite(paint(box, draw, { bleed }), {
        ...come(order),
        ...(pulses && { scale: (frame: Frame) => 1 + 0.018 * audio.beat(frame) }),
      })
    }),
  ]
}

type Shown = { lottie: Lottie; filling: BrandFilling }

/** Plays once while the card comes, and rests. */
function animationLayer(
  { audio, startSecs }: EndCardProps,
  { lottie: json, filling }: Shown,
  box: Box,
): Layer {
  return lottie(filmOf(json, box, filling), box, {
    play: playFrom(json, audio, startSecs),
    opacity: ({ secs }) => (secs < startSecs ? 0 : ease(secs, startSecs, CURTAIN_SECS, expoOut)),
  })
}

type Part = { box: Box; bleed?: number; pulses?: boolean; draw: Parameters<typeof paint>[1] } & {
  animation?: Shown | undefined
}

/** One column in the middle of the safe box; in a wide frame the code stands beside it. */
async function planParts({ size, palette, font, card, filling }: EndCardProps): Promise<Part[]> {
  const { safe, scale, shape } = planFrame(size)
  const code = card.linkUrl && shape !== 'TALL' ? await createQrCode(card.linkUrl) : undefined
  const isBeside = code !== undefined && shape === 'WIDE'
  const room = code && !isBeside ? ROOM.withCode : ROOM.alone
  const gap = room.gap * safe.height
  const codePx = code ? fitCode(code, isBeside ? scale(400) : ROOM.withCode.code * safe.height) : 0
  const width = isBeside ? safe.width - codePx - 2 * gap : safe.width
  const rows = listRows({ size, palette, font, card, width, room, filling })
  const codeHeight = code && !isBeside ? codePx + gap : 0
  const height =
    rows.reduce((sum, row) => sum + row.height, 0) + gap * Math.max(0, rows.length - 1) + codeHeight
  const widest = Math.max(0, ...rows.map((row) => row.width))
  const left = isBeside ? safe.x + (safe.width - widest - 2 * gap - codePx) / 2 : safe.x
  const column = isBeside ? widest : safe.width
  let y = safe.y + (safe.height - height) / 2
  const parts: Part[] = []
  for (const row of rows) {
    const box = {
      x: Math.round(left + (column - row.width) / 2),
      y: Math.round(y),
      width: Math.ceil(row.width),
      height: Math.ceil(row.height),
    }
    parts.push({ box, bleed: row.bleed, pulses: row.pulses, draw: row.draw, animation: row.animation })
    y += row.height + gap
  }
  if (code) {
    const x = isBeside ? left + widest + 2 * gap : safe.x + (safe.width - codePx) / 2
    const top = isBeside ? safe.y + (safe.height - codePx) / 2 : y
    const box = { x: Math.round(x), y: Math.round(top), width: codePx, height: codePx }
    parts.push({
      box,
      draw: (ctx) => drawQrCode(ctx, code, { x: 0, y: 0, width: codePx, height: codePx }, scale(16)),
    })
  }
  return parts
}

/** A whole number of pixels for each module, as near to the wished size as that comes. */
function fitCode(code: QrCode, wishedPx: number): number {
  return code.length * Math.max(1, Math.floor(wishedPx / code.length))
}

type Row = Size & Required<Pick<Part, 'bleed' | 'pulses' | 'draw'>> & Pick<Part, 'animation'>
type RowPlan = Pick<EndCardProps, 'size' | 'palette' | 'font' | 'card'> & {
  width: number
  room: RowRoom
  filling: BrandFilling | undefined
}

/** How much of the safe box's height each may take at most, so that all of them together never leave it. */
const ROOM = {
  alone: { logo: 0.34, text: 0.32, link: 0.16, gap: 0.055 },
  withCode: { logo: 0.24, text: 0.2, link: 0.1, gap: 0.036, code: 0.3 },
}
type RowRoom = typeof ROOM.alone

/** At a short side of 1080. A tall frame is seen on a phone in the hand, and has room for more. */
const SIZES_PX = {
  usual: { logo: 340, text: 112, link: 56 },
  tall: { logo: 460, text: 168, link: 84 },
}
/** The bar on which the link stands reaches so far around its letters, in parts of their height. */
const BAR_PAD = { x: 0.75, y: 0.62 }

/** An animation takes the place of the logo, and of what else the card doesn't say. */
function rowOfAnimation(
  shown: Shown,
  { card: { text, linkUrl }, width, room }: RowPlan,
  safeHeight: number,
): Row {
  const { w, h } = shown.lottie
  const share = room.logo + (text ? 0 : room.text + room.gap) + (linkUrl ? 0 : room.link + room.gap)
  const scale = Math.min(width / w, (share * safeHeight) / h)
  const own = { width: w * scale, height: h * scale }
  return { ...own, bleed: 0, pulses: false, draw: () => undefined, animation: shown }
}

function listRows(plan: RowPlan): Row[] {
  const { size, palette, font, card, width, room, filling } = plan
  const { safe, scale, shape } = planFrame(size)
  const sizesPx = shape === 'TALL' ? SIZES_PX.tall : SIZES_PX.usual
  const rows: Row[] = []
  const { logo, text, linkUrl, animation } = card
  const shown = animation && filling && { lottie: animation, filling }
  if (shown) rows.push(rowOfAnimation(shown, plan, safe.height))
  else if (logo) {
    const most = Math.min(scale(sizesPx.logo), room.logo * safe.height)
    const wished = sizeLogo(measureLogo(logo.picture), logo.plate ? most / (1 + 2 * PLATE_MARGIN) : most)
    const margin = logo.plate ? PLATE_MARGIN * Math.min(wished.width, wished.height) : 0
    const shrink = Math.min(1, width / (wished.width + 2 * margin), most / (wished.height + 2 * margin))
    const own = { width: shrink * wished.width, height: shrink * wished.height }
    const at = shrink * margin
    rows.push({
      width: own.width + 2 * at,
      height: own.height + 2 * at,
      bleed: 2,
      pulses: true,
      draw: (ctx) => drawLogo(ctx, logo, { x: at, y: at, ...own }),
    })
  }
  const addText = (layout: TextLayout, colour: string) => {
    const { left, top, right, bottom } = layout.ink
    if (right <= left) return
    rows.push({
      width: right - left,
      height: bottom - top,
      bleed: 2,
      pulses: false,
      draw: (ctx) => drawText(ctx, layout, -left, -top, colour),
    })
  }
  const align = 'CENTER' as const
  if (text)
    addText(
      fitText(
        text,
        { width, height: room.text * safe.height },
        { font, role: 'DISPLAY', maxSizePx: scale(sizesPx.text), maxLines: 3, align },
      ),
      palette.text,
    )
  if (linkUrl) {
    const barPx = { width, height: room.link * safe.height }
    const style = { font, maxSizePx: scale(sizesPx.link), minSizePx: scale(26) }
    const row = rowOfLink(showLink(linkUrl), palette, { barPx, style, isWhole: shape === 'TALL' })
    if (row) rows.push(row)
  }
  return rows
}

type LinkRow = {
  barPx: Size
  style: Pick<TextStyle, 'font' | 'maxSizePx' | 'minSizePx'>
  /** The bar is as wide as it may be, whatever stands on it. */
  isWhole: boolean
}

/** The link on a bar of the accent: it is what the card asks for. */
function rowOfLink(
  link: string,
  { accent, accentText }: Palette,
  { barPx, style, isWhole }: LinkRow,
): Row | undefined {
  const inner = {
    width: barPx.width - 2 * BAR_PAD.x * style.maxSizePx * 0.7,
    height: barPx.height / (1 + 2 * BAR_PAD.y * 0.7),
  }
  const layout = fitText(link, inner, { ...style, role: 'TEXT', isAddress: true, align: 'CENTER' })
  const { left, top, right, bottom } = layout.ink
  if (right <= left) return undefined
  const pad = Math.min(bottom - top, style.maxSizePx)
  const height = Math.min(barPx.height, bottom - top + 2 * BAR_PAD.y * pad)
  const width = isWhole ? barPx.width : Math.min(barPx.width, right - left + 2 * BAR_PAD.x * pad)
  return {
    width,
    height,
    bleed: 2,
    pulses: false,
    draw: (ctx) => {
      ctx.fillStyle = accent
      ctx.fillRect(0, 0, width, height)
      drawText(ctx, layout, (width - right - left) / 2, (height - bottom - top) / 2, accentText)
    },
  }
}

/** An address as people read it. */
function showLink(url: string): string {
  return url.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, '')
}
