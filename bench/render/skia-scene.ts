import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import { AV_PIX_FMT_RGBA, AV_PIX_FMT_YUV420P, SWS_BILINEAR } from 'node-av/constants'
import { Frame, SoftwareScaleContext } from 'node-av/lib'
import { drawPicture } from '../../packages/kit/src/paint/draw-picture.ts'
import type { Picture } from '../../packages/kit/src/paint/picture.ts'
import { type AudioTrackData, createAudioTrack } from '../../packages/kit/src/track/audio-track.ts'

const WIDTH = 1080
const HEIGHT = 1920
const BAR_COUNT = 64

/** Draws the reference scene frame by frame with a canvas, and gives it to an encoder as YUV. */
export type SkiaScene = { draw(frameIndex: number): Frame; free(): void }

/**
 * The common way to draw a music video without a browser: a canvas whose blurred background, card and text are painted
 * once, then RGBA pixels are read out and converted.
 */
export function createSkiaScene(audio: AudioTrackData, cover: Picture): SkiaScene {
  const canvas = createCanvas(WIDTH, HEIGHT)
  const ctx = canvas.getContext('2d')
  const parts = paintParts(drawPicture(cover))
  const track = createAudioTrack(audio)
  const rgba = createFrame(AV_PIX_FMT_RGBA)
  const yuv = createFrame(AV_PIX_FMT_YUV420P)
  const scaler = new SoftwareScaleContext()
  scaler.getContext(WIDTH, HEIGHT, AV_PIX_FMT_RGBA, WIDTH, HEIGHT, AV_PIX_FMT_YUV420P, SWS_BILINEAR)

  return {
    draw(frameIndex) {
      const frame = { index: frameIndex }
      drawBackdrop(ctx, parts.backdrop, 1.1 + (0.15 * frameIndex) / audio.frameCount)
      ctx.globalAlpha = 0.8 * track.beat(frame)
      ctx.drawImage(parts.glow, 0, 220)
      ctx.globalAlpha = 1
      ctx.drawImage(parts.card, 40, 260)
      drawBars(ctx, track.bands(frame))
      ctx.drawImage(parts.titles, 0, 1540)
      ctx.fillStyle = '#ffffff'
      ctx.fillRect(90, 1780, (900 * frameIndex) / audio.frameCount, 10)
      rgba.makeWritable()
      copyRows(rgba, canvas.data())
      yuv.makeWritable()
      scaler.scaleFrameSync(yuv, rgba)
      yuv.pts = BigInt(frameIndex)
      return yuv
    },
    free() {
      rgba.free()
      yuv.free()
      scaler.freeContext()
    },
  }
}

function createFrame(format: typeof AV_PIX_FMT_RGBA | typeof AV_PIX_FMT_YUV420P): Frame {
  const frame = new Frame()
  frame.alloc()
  frame.width = WIDTH
  frame.height = HEIGHT
  frame.format = format
  frame.getBuffer(32)
  return frame
}

function copyRows(frame: Frame, pixels: Buffer): void {
  const target = frame.data![0]!
  const stride = frame.linesize[0]!
  const bytes = WIDTH * 4
  if (stride === bytes) target.set(pixels)
  else
    for (let row = 0; row < HEIGHT; row++)
      target.set(pixels.subarray(row * bytes, (row + 1) * bytes), row * stride)
}

function drawBackdrop(ctx: SKRSContext2D, backdrop: Canvas, zoom: number): void {
  const side = HEIGHT * zoom
  ctx.drawImage(backdrop, (WIDTH - side) / 2, (HEIGHT - side) / 2, side, side)
}

function drawBars(ctx: SKRSContext2D, levels: Float32Array): void {
  ctx.fillStyle = '#ffb070'
  ctx.beginPath()
  for (let bar = 0; bar < BAR_COUNT; bar++) {
    const height = 9 + 230 * levels[bar]!
    ctx.roundRect(90 + (bar * 900) / BAR_COUNT, 1480 - height, 9, height, 4.5)
  }
  ctx.fill()
}

function paintParts(art: Canvas): Record<'backdrop' | 'card' | 'glow' | 'titles', Canvas> {
  return {
    backdrop: paint(480, 480, (ctx) => {
      ctx.filter = 'blur(8px) brightness(0.55)'
      ctx.drawImage(art, -12, -12, 504, 504)
    }),
    card: paint(1000, 1000, (ctx) => {
      ctx.shadowColor = 'rgba(0, 0, 0, 0.55)'
      ctx.shadowBlur = 60
      ctx.shadowOffsetY = 24
      ctx.beginPath()
      ctx.roundRect(100, 100, 800, 800, 48)
      ctx.fill()
      ctx.shadowColor = 'transparent'
      ctx.clip()
      ctx.drawImage(art, 100, 100, 800, 800)
    }),
    glow: paint(1080, 1080, (ctx) => {
      ctx.shadowColor = '#ffdf9a'
      ctx.shadowBlur = 120
      ctx.fillStyle = '#ffdf9a'
      ctx.beginPath()
      ctx.roundRect(140, 140, 800, 800, 48)
      ctx.fill()
    }),
    titles: paint(WIDTH, 220, (ctx) => {
      ctx.fillStyle = '#ffffff'
      ctx.textAlign = 'center'
      ctx.font = 'bold 64px sans-serif'
      ctx.fillText('Tin Lanterns', 540, 70)
      ctx.font = '44px sans-serif'
      ctx.fillText('Odalys Wren', 540, 140)
      ctx.fillText('Out now', 540, 200)
    }),
  }
}

function paint(width: number, height: number, draw: (ctx: SKRSContext2D) => void): Canvas {
  const canvas = createCanvas(width, height)
  draw(canvas.getContext('2d'))
  return canvas
}
