import { accumulate } from '../../compose/accumulate.ts'
import type { Frame } from '../../compose/frame.ts'
import type { Layer } from '../../compose/layer.ts'
import { paint } from '../../layers/paint.ts'
import { particles } from '../../layers/particles.ts'
import { ridges } from '../../layers/ridges.ts'
import { chance, chanceBetween } from '../../paint/chance.ts'
import { mixColours } from '../../paint/colour.ts'
import { toPx } from '../layout/place-box.ts'
import { bindNumber, type LookScene } from '../look-scene.ts'
import type { ResolvedOf } from '../resolve-layers.ts'
import { bindColours } from './grounds.ts'
import { SHARE } from './motion.ts'

/** Particles come back from the other side this far outside of the frame, in their largest size. */
const MARGIN = 1.5
const NEAREST = 0.35

/** Many small things that rise, fall or float, faster on the beat. */
export function drawParticles(layer: ResolvedOf<'particles'>, scene: LookScene): Layer[] {
  const { size, unit, seed, audio, isReduced } = scene
  const { count = 80, style = 'FLOAT', form = 'DOT', dot = 14, speed = 60, push = 1.5 } = layer
  const dotPx = Math.max(2, dot * unit)
  const colours = bindColours(layer.colours ?? ['ACCENT', 'ACCENT2'], scene)
  const opacity = bindNumber(layer.opacity, SHARE, scene) ?? 0.8
  const wayAt = accumulate(audio, (frame) => speed * unit * (1 + (isReduced ? 0 : push) * audio.beat(frame)))
  const painting = paint({ x: 0, y: 0, width: dotPx, height: dotPx }, (ctx) => {
    ctx.fillStyle = '#ffffff'
    if (form === 'SQUARE') return ctx.fillRect(0, 0, dotPx, dotPx)
    const middle = dotPx / 2
    if (form === 'SOFT') {
      const fade = ctx.createRadialGradient(middle, middle, 0, middle, middle, middle)
      fade.addColorStop(0, '#ffffff')
      fade.addColorStop(1, '#ffffff00')
      ctx.fillStyle = fade
    }
    ctx.beginPath()
    ctx.arc(middle, middle, middle, 0, 7)
    ctx.fill()
  })
  const margin = MARGIN * dotPx
  const [wide, high] = [size.width + 2 * margin, size.height + 2 * margin]
  const own = Array.from({ length: count }, (_, index) => ({
    x: chance(seed, 'x', index) * wide,
    y: chance(seed, 'y', index) * high,
    near: chanceBetween(NEAREST, 1, seed, 'near', index),
    turn: chance(seed, 'turn', index) * 2 * Math.PI,
    colour: colours[index % colours.length],
  }))
  return [
    particles(painting, {
      count,
      place: (particle, index, frame: Frame) => {
        const each = own[index]
        if (!each) return
        const way = wayAt(frame) * each.near
        const [toX, toY] =
          style === 'FLOAT'
            ? [way * Math.cos(each.turn), way * Math.sin(each.turn)]
            : [0.25 * dotPx * Math.sin(each.turn + frame.secs), style === 'RISE' ? -way : way]
        particle.x = wrap(each.x + toX, wide) - margin
        particle.y = wrap(each.y + toY, high) - margin
        particle.scale = each.near
        particle.opacity = each.near * (typeof opacity === 'number' ? opacity : opacity(frame))
        particle.colour = each.colour
      },
    }),
  ]
}

function wrap(value: number, length: number): number {
  return ((value % length) + length) % length
}

const RIDGE_POINTS = 48

/** Ridges of sound behind each other: each is the spectrum of a moment ago. */
export function drawRidges(layer: ResolvedOf<'ridges'>, scene: LookScene): Layer[] {
  const { size, unit, audio, seed } = scene
  const { count = 8, height = 220, line = 3 } = layer
  const [far = '#000000', near = far, crest = near] = bindColours(
    layer.colours ?? ['BACKGROUND', 'SURFACE', 'ACCENT'],
    scene,
  )
  const top = toPx(layer.top ?? '45%', size.height, unit)
  const pitch = Math.max(2, (size.height - top) / count)
  return [
    ridges({
      count,
      points: RIDGE_POINTS,
      place: (ridge, index, frame) => {
        const share = count > 1 ? index / (count - 1) : 1
        const ageFrames = Math.round((count - 1 - index) * 0.12 * audio.fps)
        const bands = audio.bands({ index: frame.index - ageFrames })
        const foot = top + pitch * (index + 1)
        for (let i = 0; i < RIDGE_POINTS; i++) {
          const away = Math.abs(i / (RIDGE_POINTS - 1) - 0.5) * 2
          const level = bands[Math.round(away * (bands.length - 1))] ?? 0
          const wave = 0.12 * Math.sin(i * 0.5 + index + 0.6 * frame.secs + (seed % 7))
          ridge.outline[i] = foot - height * unit * Math.max(0, (1 - away) * level * 0.9 + wave)
        }
        ridge.fromX = 0
        ridge.toX = size.width
        ridge.base = mixColours(far, near, share)
        ridge.crest = mixColours(ridge.base, crest, 0.25)
        ridge.line = crest
        ridge.fade = height * unit
        ridge.thickness = line * unit
        ridge.isOpen = false
      },
    }),
  ]
}
