import type { Frame } from '../compose/frame.ts'
import type { Layer } from '../compose/layer.ts'
import type { Size } from '../geometry.ts'
import { chance, chanceBetween } from '../paint/chance.ts'
import { hexToOklch, mixColours } from '../paint/colour.ts'
import { mix, smoothstep } from '../paint/easing.ts'
import type { Palette } from '../paint/palette.ts'
import { glow } from './glow.ts'
import { loopPhase } from './living-picture.ts'
import { paint } from './paint.ts'
import { type Particle, particles } from './particles.ts'

/** What is in the air before a picture. */
export type LoopAirProps = {
  size: Size
  palette: Palette
  seed: number
  /** True: there is none in the first frame, which is the picture itself. Default false. */
  beginsClear?: boolean
  /** How plain the picture is, 0 to 1 (`measurePlainness`): where little moves by itself, more light and dust is in the air. Default 0. */
  plainness?: number
}

const TAU = 2 * Math.PI
const DUST_COUNT = { BUSY: 44, PLAIN: 130 }
/** The disc that dust is painted with, in pixels of a frame whose short side is 1080, and how large it is drawn. */
const DISC_PX = 96
const FINEST = 0.05
const LARGEST = { BUSY: 0.12, PLAIN: 0.75 }
const LIGHT = { BUSY: 0.2, PLAIN: 0.42 }
/** A bright picture gets only so much of what a dark one would. */
const LIT_SHARE = 0.55
/** A bright, even picture is a clean graphic: on it dust looks like dirt and a light like fog. From here on there is less air, and none beyond. */
const GRAPHIC = { from: 0.4, to: 0.56 }
/** The light goes around once in about so long. */
const ROUND_SECS = 5

/** Dust that drifts through a light that wanders across the picture; both end where they began. A clean graphic has neither. */
export function loopAir(props: LoopAirProps): Layer[] {
  const { size, palette, beginsClear = false } = props
  const darkness = measureDarkness(palette)
  const graphic = (props.plainness ?? 0) * (1 - darkness)
  const clearness = smoothstep(GRAPHIC.from, GRAPHIC.to, graphic)
  if (clearness === 1) return []
  const air = { ...props, plainness: (props.plainness ?? 0) * mix(LIT_SHARE, 1, darkness) }
  const scale = Math.min(size.width, size.height) / 1080
  const presence = (frame: Frame) =>
    (1 - clearness) * (beginsClear ? Math.min(1, 3 * Math.sin(Math.PI * loopPhase(frame)) ** 2) : 1)
  // On a bright picture white would be grey: its light keeps the cover's colour.
  const bright = mixColours(palette.gradient.at(-1) ?? palette.accent, '#ffffff', mix(0.1, 0.35, darkness))
  return [wanderLight(air, bright, presence), driftDust(air, { scale, bright, presence })]
}

/** 1 where even the lightest part of the picture is dark, 0 where it is bright: light on it would be a grey veil. */
function measureDarkness({ lightestArea }: Palette): number {
  return 1 - smoothstep(0.34, 0.62, hexToOklch(lightestArea).lightness)
}

/** A soft light on a round path at the picture's rim. */
function wanderLight(
  { size, seed, plainness = 0 }: LoopAirProps,
  colour: string,
  presence: (frame: Frame) => number,
): Layer {
  const { width, height } = size
  const side = Math.min(width, height)
  const radius = 0.3 * side
  const start = TAU * chance(seed, 'light')
  const way = chance(seed, 'way') < 0.5 ? -1 : 1
  const disc = paint(
    { x: width / 2 - radius, y: height / 2 - radius, width: 2 * radius, height: 2 * radius },
    (ctx) => {
      ctx.fillStyle = '#ffffff'
      ctx.beginPath()
      ctx.arc(radius, radius, radius, 0, TAU)
      ctx.fill()
    },
  )
  const light = mix(LIGHT.BUSY, LIGHT.PLAIN, plainness)
  const angleAt = (frame: Frame) => {
    const rounds = Math.max(1, Math.round(frame.count / frame.fps / ROUND_SECS))
    return start + way * TAU * rounds * loopPhase(frame)
  }
  return glow(disc.shape, {
    colour,
    spread: 0.3 * side,
    x: (frame) => 0.5 * width * Math.cos(angleAt(frame)),
    y: (frame) => 0.42 * height * Math.sin(angleAt(frame)),
    strength: (frame) => light * presence(frame) * (0.75 + 0.25 * Math.cos(2 * angleAt(frame))),
  })
}

type Drift = { scale: number; bright: string; presence: (frame: Frame) => number }

/** Each grain crosses a part of the frame within one loop and is not seen where it begins and ends. */
function driftDust({ size, seed, plainness = 0 }: LoopAirProps, { scale, bright, presence }: Drift): Layer {
  const count = Math.round(mix(DUST_COUNT.BUSY, DUST_COUNT.PLAIN, plainness))
  const largest = mix(LARGEST.BUSY, LARGEST.PLAIN, plainness)
  const discPx = DISC_PX * scale
  const disc = paint({ x: 0, y: 0, width: discPx, height: discPx }, (ctx) => {
    const middle = discPx / 2
    const soft = ctx.createRadialGradient(middle, middle, 0, middle, middle, middle)
    soft.addColorStop(0, bright)
    soft.addColorStop(0.45, `${bright}c8`)
    soft.addColorStop(1, `${bright}00`)
    ctx.fillStyle = soft
    ctx.fillRect(0, 0, discPx, discPx)
  })
  const heading = chanceBetween(-0.9, 0.9, seed, 'dust heading') - Math.PI / 2
  // Cast once: to ask chance in every frame costs as much as to draw the dust.
  const cast = Array.from({ length: count }, (_, index) => {
    const pick = (key: string) => chance(seed, 'dust', key, index)
    const scale = FINEST + (largest - FINEST) * pick('near') * pick('size')
    const start = { x: pick('x') * size.width, y: pick('y') * size.height, life: pick('life') }
    return { ...start, scale, near: pick('near'), sway: pick('sway'), twinkle: pick('twinkle') }
  })
  const place = (grain: Particle, index: number, frame: Frame) => {
    const own = cast[index]
    if (!own) return
    const { near } = own
    const life = (loopPhase(frame) + own.life) % 1
    const way = (life - 0.5) * (0.12 + 0.3 * near) * size.height
    const sway = Math.sin(TAU * (life + own.sway)) * 0.02 * size.width
    grain.x = own.x + Math.cos(heading) * way + sway
    grain.y = own.y + Math.sin(heading) * way
    grain.scale = own.scale
    const seen = Math.sin(Math.PI * life) ** 2 * presence(frame)
    const twinkle = 0.7 + 0.3 * Math.sin(TAU * (3 * life + own.twinkle))
    // Large ones are out of focus: the same light on more of the picture.
    grain.opacity = (seen * (0.25 + 0.45 * near) * twinkle) / Math.max(1, own.scale / LARGEST.BUSY) ** 0.5
  }
  return particles(disc, { count, place })
}
