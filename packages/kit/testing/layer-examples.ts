import { createCanvas } from '@napi-rs/canvas'
import type { Frame } from '../src/compose/frame.ts'
import type { Layer } from '../src/compose/layer.ts'
import { backdrop } from '../src/layers/backdrop.ts'
import { bars } from '../src/layers/bars.ts'
import { discs } from '../src/layers/discs.ts'
import { field } from '../src/layers/field.ts'
import { glow } from '../src/layers/glow.ts'
import { grain } from '../src/layers/grain.ts'
import { lottie } from '../src/layers/lottie.ts'
import { paint } from '../src/layers/paint.ts'
import { paintEach } from '../src/layers/paint-each.ts'
import { particles } from '../src/layers/particles.ts'
import { plates } from '../src/layers/plates.ts'
import { ring } from '../src/layers/ring.ts'
import { sheen } from '../src/layers/sheen.ts'
import { solid } from '../src/layers/solid.ts'
import { sprite } from '../src/layers/sprite.ts'
import { sweep } from '../src/layers/sweep.ts'
import { warp } from '../src/layers/warp.ts'
import { watermark } from '../src/layers/watermark.ts'
import { waveform } from '../src/layers/waveform.ts'
import { wipe } from '../src/layers/wipe.ts'
import { planPlay } from '../src/lottie/plan-play.ts'
import { chance } from '../src/paint/chance.ts'
import { SMALL } from './draw-layers.ts'
import { aLottie } from './sample-lottie.ts'

/** A picture with edges, gradients and colours. */
export function examplePicture(side = 64) {
  const image = createCanvas(side, side)
  const ctx = image.getContext('2d')
  const gradient = ctx.createLinearGradient(0, 0, side, side)
  gradient.addColorStop(0, '#e03050')
  gradient.addColorStop(1, '#2050c0')
  ctx.fillStyle = gradient
  ctx.fillRect(0, 0, side, side)
  ctx.fillStyle = '#f0d060'
  ctx.fillRect(side / 4, side / 4, side / 3, side / 3)
  return { image, width: side, height: side }
}

/** Every layer of the kit in motion, by name; the same in every thread. Clips need the engine, which tests them. */
export function layerExamples(): Record<string, Layer[]> {
  const picture = examplePicture()
  const wave = (frame: Frame) => Math.sin(frame.index / 5)
  const card = paint(
    { x: 41, y: 13, width: 47, height: 47 },
    (ctx) => ctx.drawImage(picture.image, 0, 0, 47, 47),
    {
      bleed: 6,
    },
  )
  const word = paint({ x: 11, y: 61, width: 101, height: 17 }, (ctx) => {
    ctx.font = '15px sans-serif'
    ctx.fillStyle = '#ffffff'
    ctx.fillText('Word by word', 0, 14)
  })
  const whole = paint(
    { x: -10, y: -10, width: SMALL.size.width + 20, height: SMALL.size.height + 20 },
    (ctx) => ctx.drawImage(picture.image, 0, 0, SMALL.size.width + 20, SMALL.size.height + 20),
  )
  const levels = (frame: Frame) =>
    Array.from({ length: 24 }, (_, i) => 0.5 + 0.5 * Math.sin(i + frame.index / 3))
  const below = backdrop(picture, { blur: 60, zoom: (frame) => 1 + 0.2 * frame.position, brightness: 0.6 })
  return {
    backdrop: [
      backdrop(picture, { zoom: (frame) => 1.1 + 0.2 * frame.position, panX: wave, shade: { top: 0.4 } }),
    ],
    'blurred backdrop': [below],
    sprite: [
      below,
      sprite(card, { scale: (frame) => 1 + 0.05 * wave(frame), x: wave, y: (frame) => frame.index / 7 }),
    ],
    'turned sprite': [below, sprite(card, { rotation: (frame) => frame.index * 7, opacity: 0.8 })],
    'revealed sprite': [below, sprite(word, { reveal: (frame) => frame.position, colour: '#ffd060' })],
    bars: [
      below,
      bars({ x: 9, y: 31, width: 131, height: 41 }, { levels, count: 24, colour: ['#ff5060', '#ffe070'] }),
    ],
    discs: [
      discs({
        ground: '#203040',
        colours: ['#a04020', '#20a080', '#e0d040'],
        radii: (frame) => [70 + 9 * wave(frame), 44.3, 17 + 6 * wave(frame)],
        x: (frame) => 70 + 11 * wave(frame),
        y: 40.5,
      }),
    ],
    sweep: [sweep({ turn: (frame) => frame.position, before: '#204060', after: '#e0a030', x: 71, y: 40.5 })],
    plates: [
      plates(card, word, {
        paper: '#f0e8d8',
        inks: { first: '#2060c0', second: '#f06090', both: '#302050' },
        inksBefore: { first: '#208060', second: '#f0a040', both: '#203020' },
        pulled: (frame) => frame.position,
        first: { x: wave, spread: (frame) => 0.1 * wave(frame) },
        second: { x: -7.3, y: (frame) => 3 * wave(frame) },
        pitchPx: 8,
      }),
    ],
    solid: [
      below,
      solid(
        {
          FRONT: card,
          RIGHT: card,
          BACK: card,
          LEFT: card,
          under: { FRONT: word, RIGHT: word, BACK: word, LEFT: word },
        },
        {
          box: { x: 41, y: 13, width: 47, height: 47 },
          thicknessPx: 12,
          turn: (frame) => 6 * frame.index,
          eyeY: 30,
          distancePx: 160,
          light: (frame, _, facing) => ({
            gain: 0.5 + 0.5 * facing,
            shine: 30,
            shineAt: frame.position,
            shineWidth: 0.2,
          }),
        },
      ),
    ],
    sheen: [
      sheen({
        disc: { x: 75, y: 43, radius: 37, holeRadius: 11 },
        gain: (radius) => 0.5 + 0.5 * Math.sin(radius),
        shade: ({ light }, frame) => {
          for (let i = 0; i < light.length; i++) light[i] = 60 + 60 * Math.sin(i / 40 + frame.index)
        },
        x: (frame) => 40 * wave(frame),
      }),
    ],
    ring: [
      below,
      ring({ x: 75, y: 43, radius: 17 }, { levels, length: 15, width: 3, count: 40, rotation: wave }),
    ],
    waveform: [
      below,
      waveform(
        { x: 9, y: 31, width: 131, height: 31 },
        {
          peaks: Array.from({ length: 32 }, (_, i) => 0.5 + 0.5 * Math.sin(i)),
          progress: (frame) => frame.position,
          colour: '#808080',
          playedColour: '#ffffff',
        },
      ),
    ],
    glow: [
      below,
      glow(card.shape, { colour: '#ffd080', spread: 24, strength: (frame) => 0.5 + 0.5 * wave(frame) }),
    ],
    'soft layers together': [
      backdrop(picture, { blur: 400, zoom: (frame) => 1.1 + 0.2 * frame.position, shade: { bottom: 0.5 } }),
      glow(card.shape, {
        colour: '#ffd080',
        spread: 60,
        strength: (frame) => 0.5 + 0.5 * wave(frame),
        x: (frame) => frame.index - 30,
      }),
      glow(word.shape, { colour: '#000000', spread: 50, strength: 0.8 }),
      sprite(card),
    ],
    particles: [
      below,
      particles(card, {
        count: 30,
        place: (particle, i, frame) => {
          particle.x = chance(7, 'x', i) * 150 + frame.index / 3
          particle.y = chance(7, 'y', i) * 86
          particle.scale = 0.05 + 0.3 * chance(7, 'scale', i)
          particle.opacity = 0.7
          particle.colour = i % 2 ? '#ffe0a0' : undefined
        },
      }),
    ],
    wipe: [
      below,
      wipe(word, word, { edge: (frame) => frame.position, beforeColour: '#888888', afterColour: '#ff6080' }),
    ],
    field: [
      field({
        cells: 24,
        shade: ({ columns, rows, rgb }, frame) => {
          for (let y = 0; y < rows; y++) {
            for (let x = 0; x < columns; x++) {
              const light = 120 + 100 * Math.sin(x / 4 + y / 5 + frame.index / 9)
              rgb.set([light, 255 - light, 90], (y * columns + x) * 3)
            }
          }
        },
      }),
    ],
    warp: [
      warp(whole, {
        bend: ({ y, moveX }, frame) => moveX.set(y.map((at) => 6 * Math.sin(at / 9 + frame.index / 6))),
      }),
      warp(whole, {
        bend: ({ x, moveY, opacity }, frame) => {
          moveY.fill(frame.index / 3)
          opacity.set(x.map((at) => 0.4 + at / 400))
        },
        fades: true,
      }),
    ],
    grain: [below, grain({ amount: 0.04, seed: 3 })],
    paintEach: [
      below,
      paintEach(
        { x: 33, y: 21, width: 61, height: 31 },
        (ctx, frame) => {
          ctx.fillStyle = '#ffffff'
          ctx.fillRect(0, 0, 1 + Math.floor(frame.secs * 10) * 2, 20)
        },
        { key: (frame) => Math.floor(frame.secs * 10), x: wave },
      ),
    ],
    lottie: [
      below,
      lottie(
        { width: 200, height: 200, frames: 60, read: () => JSON.stringify(aLottie()) },
        { x: 41, y: 13, width: 57, height: 57 },
        {
          play: planPlay({}, { durationSecs: 0.4 }, { fps: 30, beatSecs: [], downbeatSecs: [] }),
          x: wave,
          opacity: 0.9,
        },
      ),
    ],
    watermark: [below, watermark(SMALL.size)],
    'everything at rest': [sprite(card), sprite(word), glow(card.shape, { spread: 20 })],
    'things moving over things at rest': [
      backdrop(picture, { brightness: 0.5 }),
      sprite(card, { x: (frame) => frame.index * 1.3 }),
      sprite(word),
      bars({ x: 3, y: 51, width: 61, height: 31 }, { levels, count: 12 }),
    ],
  }
}
