import {
  type Cover,
  chance,
  contrast,
  drawText,
  type FontStyle,
  fitText,
  fromOklch,
  hexToOklch,
  mixColours,
  type Palette,
  type Song,
  withAlpha,
} from '@songreel/kit'
import type { Layout } from './layout.ts'

type Canvas = Parameters<typeof drawText>[0]

/** Of the disc's radius: the label, and the smooth ring around it where the needle runs out. */
export const LABEL_SHARE = 0.335
const RUNOUT_SHARE = 0.39
const LEAD_IN_SHARE = 0.975
const HOLE_SHARE = 0.024
const TRACKS = 5

/** What a record is pressed in. */
export type Pressing = { vinyl: string; label: string; ink: string; gaps: readonly number[] }

/** Black, or translucent in the cover's accent; the label is the accent or paper. Every video of a set has its own. */
export function choosePressing({ palette }: Cover, seed: number): Pressing {
  const accent = hexToOklch(palette.accent)
  const isColoured = chance(seed, 'vinyl') < 0.4 && !palette.isMonochrome
  const vinyl = isColoured
    ? fromOklch({ lightness: 0.27, chroma: Math.min(0.1, accent.chroma), hue: accent.hue })
    : '#111012'
  const label = chance(seed, 'label') < 0.65 ? palette.accent : mixPaper(palette)
  const ink = contrast(label, '#141216') >= 4.5 ? '#141216' : '#ffffff'
  // Where one track ends and the next begins; real sides are uneven.
  const gaps = Array.from({ length: TRACKS - 1 }, (_, i) => {
    const share = (i + 1 + 0.5 * (chance(seed, 'track', i) - 0.5)) / TRACKS
    return RUNOUT_SHARE + (LEAD_IN_SHARE - RUNOUT_SHARE) * share
  })
  return { vinyl, label, ink, gaps }
}

function mixPaper({ accent }: Palette): string {
  return mixColours('#f1ead9', accent, 0.08)
}

/** How much light a groove takes, 0 to 1, by its place between middle and rim. */
export function findGrooveGain(share: number, { gaps }: Pressing): number {
  if (share < RUNOUT_SHARE || share > LEAD_IN_SHARE) return 0.35
  if (gaps.some((gap) => Math.abs(gap - share) < 0.006)) return 0.25
  return 0.82 + 0.18 * Math.sin(share * 420)
}

/** The disc without its label and without any light. */
export function drawDisc(ctx: Canvas, radius: number, { vinyl, gaps }: Pressing): void {
  const ring = (share: number, width: number, colour: string) => {
    ctx.beginPath()
    ctx.arc(radius, radius, share * radius, 0, 2 * Math.PI)
    ctx.lineWidth = width
    ctx.strokeStyle = colour
    ctx.stroke()
  }
  ctx.beginPath()
  ctx.arc(radius, radius, radius, 0, 2 * Math.PI)
  ctx.fillStyle = vinyl
  ctx.fill()
  for (let share = RUNOUT_SHARE; share < LEAD_IN_SHARE; share += 0.0105) {
    ring(share, 0.0042 * radius, 'rgba(255, 255, 255, 0.028)')
  }
  for (const gap of gaps) ring(gap, 0.008 * radius, 'rgba(0, 0, 0, 0.55)')
  ring(RUNOUT_SHARE, 0.004 * radius, 'rgba(255, 255, 255, 0.07)')
  ring(0.994, 0.008 * radius, 'rgba(255, 255, 255, 0.1)')
}

/** The words of a label. */
export type LabelWords = Pick<Song, 'title' | 'artist'> & { labelText: string; font: FontStyle }

/** The label, upright: name of the label above the hole, title and artist below it, side and speed beside it. */
export function drawLabel(ctx: Canvas, radius: number, pressing: Pressing, words: LabelWords): void {
  const { label, ink } = pressing
  const disc = (share: number, colour: string) => {
    ctx.beginPath()
    ctx.arc(radius, radius, share * radius, 0, 2 * Math.PI)
    ctx.fillStyle = colour
    ctx.fill()
  }
  disc(1, label)
  ctx.lineWidth = 0.012 * radius
  ctx.strokeStyle = withAlpha(ink, 0.55)
  for (const share of [0.93, 0.3]) {
    ctx.beginPath()
    ctx.arc(radius, radius, share * radius, 0, 2 * Math.PI)
    ctx.stroke()
  }
  const write = (
    text: string,
    box: { x: number; y: number; width: number; height: number },
    sizeShare: number,
    maxLines = 1,
  ) => {
    const inside = { width: box.width * radius, height: box.height * radius }
    const style = { font: words.font, role: 'DISPLAY', align: 'CENTER', anchor: 'MIDDLE' } as const
    const layout = fitText(text, inside, { ...style, maxSizePx: sizeShare * radius, minSizePx: 4, maxLines })
    drawText(ctx, layout, (1 + box.x) * radius, (1 + box.y) * radius, ink)
  }
  write(words.labelText, { x: -0.55, y: -0.72, width: 1.1, height: 0.36 }, 0.2, 2)
  write(words.title, { x: -0.66, y: 0.32, width: 1.32, height: 0.28 }, 0.19)
  write(words.artist, { x: -0.5, y: 0.6, width: 1, height: 0.18 }, 0.12)
  write('A', { x: -0.84, y: -0.16, width: 0.5, height: 0.32 }, 0.3)
  write('33⅓', { x: 0.34, y: -0.16, width: 0.5, height: 0.32 }, 0.2)
  disc(HOLE_SHARE / LABEL_SHARE, '#0a0a0b')
}

/** How far the sleeve's shadow reaches over the disc. */
export const OPENING_PX = 52

/** The sleeve's opening throws a shadow on what comes out of it, and on nothing else. */
export function drawOpening(
  ctx: Canvas,
  { sleeve, disc, way }: Pick<Layout, 'sleeve' | 'disc' | 'way'>,
): void {
  const side = sleeve.width
  const from = way.x > 0 ? side : 0
  const shadow = ctx.createLinearGradient(from, 0, from + way.x * OPENING_PX, way.y * OPENING_PX)
  shadow.addColorStop(0, 'rgba(0, 0, 0, 0.62)')
  shadow.addColorStop(0.35, 'rgba(0, 0, 0, 0.22)')
  shadow.addColorStop(1, 'rgba(0, 0, 0, 0)')
  ctx.fillStyle = shadow
  // Wherever the disc stops, it is at least this wide at the opening.
  const width = 2 * 0.945 * disc.radius
  const margin = (side - width) / 2
  if (way.y !== 0) ctx.fillRect(margin, -OPENING_PX, width, OPENING_PX)
  else ctx.fillRect(way.x > 0 ? side : -OPENING_PX, margin, OPENING_PX, width)
}
