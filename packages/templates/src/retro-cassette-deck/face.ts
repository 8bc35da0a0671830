import {
  type Box,
  type Cover,
  chance,
  cleanGround,
  contrast,
  drawFilling,
  drawText,
  type FontStyle,
  fitText,
  fromOklch,
  hexToOklch,
  mixColours,
  type Palette,
  printWhole,
  type Size,
  type Song,
  traceRoundedRect,
} from '@songreel/kit'
import { drawScrew, type Shell } from './cassette.ts'
import { drawKnob } from './knobs.ts'
import type { Layout } from './layout.ts'

type Canvas = Parameters<typeof drawText>[0]

/** What the deck is made of, in colours of the cover. */
export type Finish = {
  metal: string
  shell: Shell
  /** Dials of the meters when the lamp behind them is low and when it is bright. */
  dial: { dim: string; lit: string; ink: string; hot: string }
  /** The display beside a disc, and the bars. */
  glass: string
  glowing: string
}

const INK = '#17130f'
const PAPER = '#f3ecdd'
const LEAST_PAINT = 0.22

/** Black or silver by the theme; the shell and the label change from video to video. */
export function chooseFinish({ palette }: Pick<Cover, 'palette'>, seed: number): Finish {
  const { accent, accent2, theme, isMonochrome } = palette
  const { hue, ...own } = hexToOklch(palette.hasBrandGround ? palette.background : palette.grounds[0])
  const chroma = Math.min(0.03, own.chroma)
  const bare = theme === 'DARK' ? { lightness: 0.27, chroma } : { lightness: 0.83, chroma: 0.6 * chroma }
  // A brand's deck is painted; light still falls on black.
  const painted = { ...own, lightness: Math.max(LEAST_PAINT, own.lightness) }
  const metal = fromOklch({ hue, ...(palette.hasBrandGround ? painted : bare) })
  const bands = [accent, accent2, cleanGround(mixColours(accent, INK, 0.55))]
  const warm = mixColours('#ffe2a8', accent, isMonochrome ? 0 : 0.14)
  return {
    metal,
    shell: {
      ...chooseShell(palette, seed),
      ink: INK,
      bands: chance(seed, 'bands') < 0.5 ? bands : bands.toReversed(),
    },
    dial: { dim: mixColours(warm, '#2a1d10', 0.58), lit: warm, ink: '#20140a', hot: '#b3261c' },
    glass: mixColours('#0a0c0d', palette.background, 0.3),
    glowing: contrast(accent, '#0b0c0d') >= 6 ? accent : mixColours(accent, '#ffffff', 0.45),
  }
}

function chooseShell(palette: Palette, seed: number): Pick<Shell, 'body' | 'paper'> {
  const { accent, isMonochrome, hasBrandGround } = palette
  const pick = chance(seed, 'shell')
  const worn = palette.theme === 'DARK' ? palette.text : palette.surface
  const paper = hasBrandGround ? worn : mixColours(PAPER, accent, isMonochrome ? 0 : 0.06)
  if (pick < 0.4) return { body: '#26241f', paper }
  if (pick < 0.7) return { body: '#d8d0c0', paper }
  const { hue, chroma } = hexToOklch(accent)
  return {
    body: cleanGround(fromOklch({ lightness: 0.42, chroma: isMonochrome ? 0 : Math.min(0.12, chroma), hue })),
    paper,
  }
}

/** The face of the deck: brushed metal, with a bay for everything that is set into it. */
export function drawFace(
  ctx: Canvas,
  size: Size,
  { layout, finish, seed }: { layout: Layout; finish: Finish; seed: number },
): void {
  const { metal } = finish
  const light = ctx.createLinearGradient(0, 0, 0.3 * size.width, size.height)
  light.addColorStop(0, mixColours(metal, '#ffffff', 0.14))
  light.addColorStop(0.4, metal)
  light.addColorStop(1, mixColours(metal, '#000000', 0.3))
  ctx.fillStyle = light
  ctx.fillRect(0, 0, size.width, size.height)
  for (let y = 0; y < size.height; y += 2) {
    const shade = chance(seed, 'brush', y) - 0.5
    ctx.fillStyle = shade > 0 ? `rgba(255, 255, 255, ${0.09 * shade})` : `rgba(0, 0, 0, ${-0.16 * shade})`
    ctx.fillRect(0, y, size.width, 2)
  }
  for (const x of [26, size.width - 26]) for (const y of [26, size.height - 26]) drawScrew(ctx, x, y, 11)
  const { card, bay, label, meters, analyser, knobs } = layout
  const isDisc = label.x > bay.x + bay.width || label.x + label.width <= bay.x
  for (const box of [card, bay, ...meters, ...(isDisc ? [label] : []), ...(analyser ? [analyser] : [])]) {
    drawBay(ctx, box)
  }
  for (const box of [...(isDisc ? [label] : []), ...(analyser ? [analyser] : [])]) {
    traceRoundedRect(ctx, box, 14)
    ctx.fillStyle = finish.glass
    ctx.fill()
  }
  for (const box of knobs) drawKnob(ctx, box, { ...finish, seed })
}

/** A recess: dark above, where the metal throws its shadow, and a lit edge below. */
function drawBay(ctx: Canvas, { x, y, width, height }: Box): void {
  const rim = 10
  const outer = { x: x - rim, y: y - rim, width: width + 2 * rim, height: height + 2 * rim }
  const edge = ctx.createLinearGradient(0, outer.y, 0, outer.y + outer.height)
  edge.addColorStop(0, 'rgba(0, 0, 0, 0.75)')
  edge.addColorStop(0.5, 'rgba(0, 0, 0, 0.6)')
  edge.addColorStop(1, 'rgba(255, 255, 255, 0.28)')
  traceRoundedRect(ctx, outer, 22)
  ctx.fillStyle = edge
  ctx.fill()
  traceRoundedRect(ctx, { x: x - 6, y: y - 6, width: width + 12, height: height + 12 }, 18)
  ctx.fillStyle = '#0c0b0b'
  ctx.fill()
}

/** The card in its clear case: the cover, a group whole across its paper, and a spine in the accent. */
export function drawInlay(
  ctx: Canvas,
  { card, art, spine }: Pick<Layout, 'card' | 'art' | 'spine'>,
  { cover, song, font }: { cover: Cover; song: Song; font: FontStyle },
): void {
  ctx.save()
  traceRoundedRect(ctx, { x: 0, y: 0, width: card.width, height: card.height }, 10)
  ctx.clip()
  drawFilling(ctx, printWhole(cover, art), { ...art, x: art.x - card.x, y: 0 })
  if (spine) drawSpine(ctx, { ...spine, x: spine.x - card.x, y: 0 }, { palette: cover.palette, song, font })
  const fold = spine && (spine.x < art.x ? spine.width : art.width)
  if (fold !== undefined) {
    const shadow = ctx.createLinearGradient(fold - 14, 0, fold + 14, 0)
    shadow.addColorStop(0, 'rgba(0, 0, 0, 0)')
    shadow.addColorStop(0.5, 'rgba(0, 0, 0, 0.4)')
    shadow.addColorStop(1, 'rgba(0, 0, 0, 0)')
    ctx.fillStyle = shadow
    ctx.fillRect(fold - 14, 0, 28, card.height)
  }
  ctx.restore()
}

type SpineWords = { palette: Palette; song: Song; font: FontStyle }

/** Title and artist once more, from the top down, as on a shelf. */
function drawSpine(ctx: Canvas, box: Box, { palette, song, font }: SpineWords): void {
  ctx.fillStyle = palette.accent
  ctx.fillRect(box.x, box.y, box.width, box.height)
  const write = (text: string, role: 'DISPLAY' | 'TEXT', align: 'LEFT' | 'RIGHT', share: number) => {
    const room = { width: share * (box.height - 100), height: box.width - 24 }
    const style = {
      font,
      role,
      align,
      anchor: 'MIDDLE',
      maxSizePx: 0.64 * box.width,
      minSizePx: 8,
      maxLines: 1,
    } as const
    const from = align === 'LEFT' ? 40 : box.height - 40 - room.width
    ctx.save()
    ctx.translate(box.x + box.width - 12, box.y + from)
    ctx.rotate(Math.PI / 2)
    drawText(ctx, fitText(text, room, style), 0, 0, palette.accentText)
    ctx.restore()
  }
  write(song.title, 'DISPLAY', 'LEFT', 0.6)
  write(song.artist, 'TEXT', 'RIGHT', 0.38)
}

/** Light from a window on clear plastic: two slanted panes, painted on a box of its own. */
export function drawGloss(ctx: Canvas, { width, height }: Size, radius: number): void {
  ctx.save()
  traceRoundedRect(ctx, { x: 0, y: 0, width, height }, radius)
  ctx.clip()
  const lean = 0.55 * height
  for (const [from, to, alpha] of [
    [0.12, 0.42, 0.5],
    [0.47, 0.55, 0.34],
  ] as const) {
    ctx.beginPath()
    ctx.moveTo(from * width + lean, 0)
    ctx.lineTo(to * width + lean, 0)
    ctx.lineTo(to * width, height)
    ctx.lineTo(from * width, height)
    ctx.closePath()
    const fall = ctx.createLinearGradient(0, 0, 0, height)
    fall.addColorStop(0, `rgba(255, 255, 255, ${alpha})`)
    fall.addColorStop(1, `rgba(255, 255, 255, ${0.3 * alpha})`)
    ctx.fillStyle = fall
    ctx.fill()
  }
  ctx.restore()
}
