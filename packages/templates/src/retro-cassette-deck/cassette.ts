import {
  type Box,
  drawText,
  type FontStyle,
  fitText,
  mixColours,
  type PlacedText,
  traceRoundedRect,
  withAlpha,
} from '@songreel/kit'

type Canvas = Parameters<typeof drawText>[0]

/** What a cassette is made of. */
export type Shell = { body: string; paper: string; ink: string; bands: readonly string[] }

/** A cassette's own measure: a thousand units are 100 mm. */
export const UNITS = 1000
/** The middles of the two hubs. */
export const HUBS = [
  { x: 292, y: 336 },
  { x: 708, y: 336 },
] as const
export const HUB_RADIUS = 66
/** The tape around a hub when it holds all of it, and when it holds next to none. */
export const PACK = { full: 226, empty: 98 }
const HEIGHT = 640
const LABEL = { x: 52, y: 40, width: 896, height: 446 }
const WINDOW = { x: 160, y: 250, width: 680, height: 172 }

/** The shell with its label; the window is left open, so that the reels can turn behind it. */
export function drawShell(
  ctx: Canvas,
  box: Box,
  { shell, words }: { shell: Shell; words: readonly PlacedText[] },
): void {
  const { body, paper, ink, bands } = shell
  const k = box.width / UNITS
  ctx.save()
  ctx.scale(k, k)
  const light = ctx.createLinearGradient(0, 0, 0, HEIGHT)
  light.addColorStop(0, mixColours(body, '#ffffff', 0.16))
  light.addColorStop(0.12, body)
  light.addColorStop(1, mixColours(body, '#000000', 0.3))
  fillRound(ctx, { x: 0, y: 0, width: UNITS, height: HEIGHT }, 28, light)
  strokeRound(ctx, { x: 3, y: 3, width: UNITS - 6, height: HEIGHT - 6 }, 26, 'rgba(255, 255, 255, 0.2)', 3)
  drawFoot(ctx, body)
  for (const x of [28, UNITS - 28]) for (const y of [26, HEIGHT - 28]) drawScrew(ctx, x, y, 13)
  fillRound(ctx, LABEL, 18, paper)
  drawBands(ctx, bands)
  cutWindow(ctx)
  ctx.restore()
  for (const { layout, box: place } of words) drawText(ctx, layout, place.x - box.x, place.y - box.y, ink)
}

/** The raised part at the foot, where the heads reach in. */
function drawFoot(ctx: Canvas, body: string): void {
  ctx.beginPath()
  ctx.moveTo(176, HEIGHT)
  ctx.lineTo(204, 508)
  ctx.lineTo(796, 508)
  ctx.lineTo(824, HEIGHT)
  ctx.closePath()
  ctx.fillStyle = mixColours(body, '#ffffff', 0.07)
  ctx.fill()
  ctx.lineWidth = 3
  ctx.strokeStyle = 'rgba(0, 0, 0, 0.45)'
  ctx.stroke()
  const hole = (x: number, y: number, radius: number) => {
    ctx.beginPath()
    ctx.arc(x, y, radius, 0, 2 * Math.PI)
    ctx.fillStyle = 'rgba(0, 0, 0, 0.82)'
    ctx.fill()
    ctx.lineWidth = 3
    ctx.strokeStyle = 'rgba(255, 255, 255, 0.14)'
    ctx.stroke()
  }
  for (const side of [-1, 1]) {
    hole(500 + side * 226, 596, 21)
    hole(500 + side * 122, 604, 15)
  }
  drawScrew(ctx, 500, 552, 13)
}

/** A cross-head screw, a little sunk. */
export function drawScrew(ctx: Canvas, x: number, y: number, radius: number): void {
  ctx.beginPath()
  ctx.arc(x, y, radius, 0, 2 * Math.PI)
  const steel = ctx.createLinearGradient(x - radius, y - radius, x + radius, y + radius)
  steel.addColorStop(0, '#d9d6d0')
  steel.addColorStop(1, '#6d6a66')
  ctx.fillStyle = steel
  ctx.fill()
  ctx.lineWidth = 0.16 * radius
  ctx.strokeStyle = 'rgba(0, 0, 0, 0.55)'
  ctx.stroke()
  ctx.lineWidth = 0.24 * radius
  ctx.beginPath()
  const arm = 0.62 * radius
  ctx.moveTo(x - arm, y + 0.3 * arm)
  ctx.lineTo(x + arm, y - 0.3 * arm)
  ctx.moveTo(x - 0.3 * arm, y - arm)
  ctx.lineTo(x + 0.3 * arm, y + arm)
  ctx.stroke()
}

/** Stripes across the label, as the eighties printed them: each narrower than the one before. */
function drawBands(ctx: Canvas, bands: readonly string[]): void {
  ctx.save()
  traceRoundedRect(ctx, LABEL, 18)
  ctx.clip()
  let y = 276
  for (const [i, colour] of bands.entries()) {
    const height = 62 - 14 * i
    ctx.fillStyle = colour
    ctx.fillRect(LABEL.x, y, LABEL.width, height)
    y += height + 6
  }
  ctx.restore()
}

/** Which side plays, in the corners below the type. */
export function drawSide(ctx: Canvas, box: Box, { font, ink }: { font: FontStyle; ink: string }): void {
  const k = box.width / UNITS
  ctx.scale(k, k)
  const write = (text: string, x: number, align: 'LEFT' | 'RIGHT') => {
    const style = { font, role: 'DISPLAY', anchor: 'MIDDLE', align, maxSizePx: 40, minSizePx: 8 } as const
    drawText(ctx, fitText(text, { width: 90, height: 44 }, style), x, 437, ink)
  }
  write('A', LABEL.x + 36, 'LEFT')
  write('60', LABEL.x + LABEL.width - 126, 'RIGHT')
}

function cutWindow(ctx: Canvas): void {
  fillRound(ctx, { x: 148, y: 240, width: 704, height: 192 }, 34, 'rgba(0, 0, 0, 0.88)')
  ctx.save()
  ctx.globalCompositeOperation = 'destination-out'
  fillRound(ctx, WINDOW, 28, '#000')
  ctx.restore()
  // Clear plastic: a little of the light stays on it.
  ctx.save()
  traceRoundedRect(ctx, WINDOW, 28)
  ctx.clip()
  const gloss = ctx.createLinearGradient(WINDOW.x, WINDOW.y, WINDOW.x + 300, WINDOW.y + 320)
  gloss.addColorStop(0, 'rgba(255, 255, 255, 0.2)')
  gloss.addColorStop(0.36, 'rgba(255, 255, 255, 0.07)')
  gloss.addColorStop(0.37, 'rgba(255, 255, 255, 0)')
  ctx.fillStyle = gloss
  ctx.fillRect(WINDOW.x, WINDOW.y, WINDOW.width, WINDOW.height)
  ctx.restore()
}

/** What is seen through the window behind the tape. */
export function drawWell(ctx: Canvas, box: Box, { paper }: Shell): void {
  const k = box.width / UNITS
  ctx.scale(k, k)
  ctx.fillStyle = mixColours('#17130f', paper, 0.16)
  ctx.fillRect(WINDOW.x - 8, WINDOW.y - 8, WINDOW.width + 16, WINDOW.height + 16)
  ctx.fillStyle = withAlpha(paper, 0.5)
  for (let mark = 0; mark <= 10; mark++)
    ctx.fillRect(396 + mark * 20.8, WINDOW.y + 6, 3, mark % 5 === 0 ? 26 : 15)
}

/** Tape wound on a hub, in a box as wide as a full one. */
export function drawPack(ctx: Canvas, radius: number): void {
  const tape = ctx.createRadialGradient(radius, radius, 0.3 * radius, radius, radius, radius)
  tape.addColorStop(0, '#3a2a22')
  tape.addColorStop(0.8, '#4b372c')
  tape.addColorStop(0.97, '#6a5040')
  tape.addColorStop(1, '#2a1e18')
  circle(ctx, radius, radius, radius, tape)
  for (let share = 0.34; share < 0.97; share += 0.045) {
    ctx.beginPath()
    ctx.arc(radius, radius, share * radius, 0, 2 * Math.PI)
    ctx.lineWidth = 0.008 * radius
    ctx.strokeStyle = 'rgba(0, 0, 0, 0.28)'
    ctx.stroke()
  }
}

/** A hub: a ring of white plastic with six teeth around the spindle. */
export function drawHub(ctx: Canvas, radius: number): void {
  circle(ctx, radius, radius, radius, '#f2eee6')
  circle(ctx, radius, radius, 0.93 * radius, '#dcd6ca')
  circle(ctx, radius, radius, 0.66 * radius, '#15110e')
  ctx.fillStyle = '#f2eee6'
  for (let tooth = 0; tooth < 6; tooth++) {
    ctx.save()
    ctx.translate(radius, radius)
    ctx.rotate((tooth * Math.PI) / 3)
    ctx.fillRect(-0.09 * radius, -0.7 * radius, 0.18 * radius, 0.3 * radius)
    ctx.restore()
  }
  // One notch tells a turning hub from one that stands.
  ctx.save()
  ctx.translate(radius, radius)
  ctx.rotate(Math.PI / 6)
  ctx.fillStyle = '#b5483a'
  ctx.fillRect(-0.06 * radius, -0.95 * radius, 0.12 * radius, 0.2 * radius)
  ctx.restore()
}

function circle(ctx: Canvas, x: number, y: number, radius: number, fill: Canvas['fillStyle']): void {
  ctx.beginPath()
  ctx.arc(x, y, radius, 0, 2 * Math.PI)
  ctx.fillStyle = fill
  ctx.fill()
}

function fillRound(ctx: Canvas, box: Box, radius: number, fill: Canvas['fillStyle']): void {
  traceRoundedRect(ctx, box, radius)
  ctx.fillStyle = fill
  ctx.fill()
}

function strokeRound(ctx: Canvas, box: Box, radius: number, colour: string, width: number): void {
  traceRoundedRect(ctx, box, radius)
  ctx.lineWidth = width
  ctx.strokeStyle = colour
  ctx.stroke()
}
