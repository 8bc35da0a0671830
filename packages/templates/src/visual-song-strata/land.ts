import {
  type AudioTrack,
  type Chapter,
  type Cover,
  chanceOf,
  clamp01,
  type Frame,
  fromOklch,
  hexToOklch,
  type Layer,
  mix,
  mixColours,
  type Palette,
  type Ridge,
  ridges,
  type Size,
  smoothstep,
  tameRed,
} from '@songreel/kit'
import { HIGHEST, type Layout, readSlope } from './layout.ts'
import { POINTS, readMoments } from './song-moments.ts'

/** What the land is made of. */
export type LandPlan = {
  size: Size
  layout: Layout
  cover: Cover
  audio: AudioTrack
  chapters: readonly Chapter[]
  seed: number
  isReduced: boolean
}

/** So many ridges are seen at a time, and one more that is about to rise. */
const SEEN = 9
/** Near ridges stand further apart. */
const PERSPECTIVE = 1.55
/** How much of a ridge is what sounds now, the nearest and the farthest. */
const LIVE = { near: 0.24, far: 0.08 }
/** How far the farthest ridge goes down, of the frame's height. */
const SINK = 0.14
/** Ridges jump by so much on a beat. */
const JUMP = 0.4

/**
 * The song as a land: with every beat a ridge rises in front, made of what sounds then, and the others move back by one,
 * until they are gone below the sun. All of them jump with the beat.
 */
export function land(plan: LandPlan): Layer {
  const { audio, size, layout, isReduced } = plan
  const moments = readMoments(plan)
  const tones = chooseTones(plan.cover.palette, chanceOf([0, 1], plan.seed, 'pairing'))
  const floor = size.height - layout.horizon
  // The tones are those that type needs, where it stands.
  const top = layout.horizon - layout.slope.px
  const calm = clamp01((layout.typeTop - top) / (size.height - top))
  const feet = (layout.typeBottom + HIGHEST * layout.peaks.near - top) / (size.height - top)

  const place = (ridge: Ridge, order: number, frame: Frame) => {
    const count = moments.countAt(frame)
    const newest = Math.ceil(count - 1e-6)
    const index = newest - (SEEN - order)
    // 0 for the nearest one at rest; below that, one that is rising.
    const age = count - index
    const near = ((SEEN - age) / SEEN) ** PERSPECTIVE
    const { levels, isBar, hear } = moments.at(index)
    const bands = audio.bands(frame)
    const share = mix(LIVE.far, LIVE.near, near)
    const jump = 1 - JUMP / 2 + (isReduced ? 0.3 : JUMP) * audio.beat(frame) + 0.2 * audio.loudness(frame)
    const high = mix(layout.peaks.far, layout.peaks.near, near) * jump
    // The farthest one sinks behind the next.
    const sunk = SINK * size.height * (1 - smoothstep(0, 0.03, near))
    const y = layout.horizon + floor * (0.02 + 1.04 * near) + sunk
    const half = size.width * (0.52 + 0.16 * near)
    ridge.fromX = size.width / 2 - half
    ridge.toX = size.width / 2 + half
    for (let i = 0; i < POINTS; i++) {
      const x = mix(ridge.fromX, ridge.toX, i / (POINTS - 1))
      const lift = (1 - near) * readSlope(layout, size, x)
      ridge.outline[i] = y - lift - high * mix(levels[i] ?? 0, hear(i, bands), share)
    }
    Object.assign(ridge, tones(clamp01(near), { calm, feet, isBar, isEven: index % 2 === 0 }))
    ridge.fade = mix(0.05, 0.13, clamp01(near)) * Math.min(size.width, size.height)
    ridge.thickness = layout.unit * mix(1.5, isBar ? 6 : 3, clamp01(near))
    ridge.isOpen = false
  }
  return ridges({ count: SEEN + 1, points: POINTS, place })
}

type Tone = Pick<Ridge, 'base' | 'crest' | 'line'>
/** Where the land is calm for type, and from where on its peaks stay below it, both as nearness. */
type Kind = { calm: number; feet: number; isBar: boolean; isEven: boolean }

/** Lightness of the land: far away, where type begins, and at the viewer's feet. */
const LIGHTNESS = {
  DARK: { far: 0.66, type: 0.34, near: 0.2, lit: 0.1, shade: 0.09 },
  LIGHT: { far: 0.62, type: 0.8, near: 0.86, lit: 0.06, shade: 0.06 },
}

/**
 * Light from behind: far ridges stand in the haze, near ones are dark (on a light ground pale) and lit along their crests.
 * Neighbours differ in hue, so that each is told from the next.
 */
function chooseTones(palette: Palette, pairing: number): (near: number, kind: Kind) => Tone {
  const { far, type, near: close, lit, shade } = LIGHTNESS[palette.theme]
  const hues = [palette.accent, palette.accent2].map((colour) => hexToOklch(colour))
  const isDark = palette.theme === 'DARK'
  const worn = palette.hasBrandGround ? wearTones(palette, pairing) : undefined
  const known = new Map<string, Tone>()
  const mixTone = (near: number, { calm, feet, isBar, isEven }: Kind): Tone => {
    const hue = hues[(isEven ? 0 : 1) ^ pairing] ?? hues[0]!
    const toType = smoothstep(0, Math.max(0.05, calm), near)
    const lightness = mix(mix(far, type, toType), close, smoothstep(calm, 1, near))
    const chroma = Math.min(hue.chroma, palette.isMonochrome ? 0 : mix(0.13, 0.07, near))
    const tint = (level: number, colour: number) =>
      tameRed(fromOklch({ lightness: level, chroma: colour, hue: hue.hue }))
    // Behind type nothing may be bright; below it, at the viewer's feet, crests catch the sun again.
    const front = smoothstep(feet, feet + 0.3, near)
    const crest = tint(lightness + lit + (isDark ? 0.16 * front : -0.1 * front), chroma * 1.15)
    const shine = (isBar ? 0.5 : 0.14) * (1 - toType) + (isBar ? 0.7 : 0.2) * front
    return {
      base: tint(lightness - shade, chroma),
      crest,
      line: mixColours(crest, isDark ? palette.text : palette.background, Math.min(0.8, shine)),
    }
  }
  return (near, kind) => {
    const step = Math.round(near * 96)
    const key = `${step} ${kind.isBar} ${kind.isEven}`
    const tone = known.get(key) ?? (worn ?? mixTone)(step / 96, kind)
    known.set(key, tone)
    return tone
  }
}

/** A brand's land is of its own grounds, one ridge in the one and the next in the other; only the crests are lit. */
function wearTones({ grounds, background, text, theme }: Palette, pairing: number) {
  const towards = theme === 'DARK' ? text : background
  return (near: number, { calm, feet, isBar, isEven }: Kind): Tone => {
    const base = tameRed(grounds[(isEven ? 0 : 1) ^ pairing]!)
    const open = 1 - smoothstep(0, Math.max(0.05, calm), near)
    const front = smoothstep(feet, feet + 0.3, near)
    const crest = mixColours(base, towards, 0.06 * (open + front))
    return { base, crest, line: mixColours(crest, text, (isBar ? 0.45 : 0.2) * Math.max(open, front, 0.3)) }
  }
}
