import {
  type AudioTrack,
  type Chapter,
  type Cover,
  chanceOf,
  clamp01,
  createBarClock,
  type Frame,
  findChapter,
  fromOklch,
  hexToOklch,
  type Layer,
  limitLight,
  mix,
  mixColours,
  type Palette,
  type Ridge,
  ridges,
  type Size,
  smoothstep,
  tameRed,
} from '@songreel/kit'
import type { Layout } from './layout.ts'

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

const POINTS = 73
/** How much of the song lies before the viewer, and how much of what has sounded is still seen. */
const FUTURE_SECS = 6
const PAST_SECS = 1.5
/** About this long from one ridge to the next. */
const STEP_SECS = 0.3
/** With reduced motion the land lies twice as far apart in time, and moves half as fast. */
const REDUCED_PACE = 0.5
/** Where the ridge of the moment stands between the horizon (0) and the frame's lower edge (1). */
const NOW = 0.6
/** Of the shorter side: the highest peak at the lower edge. */
const HIGHEST = 0.4

/**
 * The song as a land: every ridge is the spectrum of one of its moments. They come from the horizon, shine when they
 * sound, and pass below the viewer; at the excerpt's end its beginning follows, so that the land has none.
 */
export function land(plan: LandPlan): Layer {
  const { audio, size, layout, chapters } = plan
  const pace = plan.isReduced ? REDUCED_PACE : 1
  const pastSecs = PAST_SECS / pace
  const song = readSong(plan, STEP_SECS / pace)
  const tones = chooseTones(plan.cover.palette, chanceOf([0, 1], plan.seed, 'pairing'))
  const count = Math.floor((FUTURE_SECS + PAST_SECS) / pace / song.stepSecs)
  const floor = size.height - layout.horizon
  const shorter = Math.min(size.width, size.height)
  const shift = chanceOf([-0.1, 0, 0.1], plan.seed, 'middle') * size.width
  const push = (frame: Frame) => (plan.isReduced ? 0 : audio.beat(frame))

  const place = (ridge: Ridge, index: number, frame: Frame) => {
    // The last one is the moment itself: a line of light that nothing hides.
    const isNow = index === count
    const nearest = Math.ceil((frame.secs - pastSecs) / song.stepSecs)
    const moment = nearest + count - 1 - index
    const secs = isNow ? frame.secs : moment * song.stepSecs
    const aheadSecs = secs - frame.secs
    const near = nearnessAt(aheadSecs * pace)
    const chapter = findChapter(chapters, { secs: wrapSecs(secs, audio.durationSecs) })
    const swell =
      mix(0.7, 1.1, chapter.energy) *
      (0.85 + 0.3 * push(frame)) *
      Math.min(1, 6 * near) *
      (0.12 + 0.88 * near)
    const y = layout.horizon + floor * 1.16 * near + 0.012 * shorter * push(frame)
    const { levels, isBar } = isNow ? song.look(secs) : song.lookAt(moment)
    for (let i = 0; i < POINTS; i++) ridge.outline[i] = y - HIGHEST * shorter * swell * (levels[i] ?? 0)
    const half = size.width * (0.56 + 0.75 * near)
    ridge.fromX = size.width / 2 + shift * near - half
    ridge.toX = size.width / 2 + shift * near + half
    const shine = isNow ? 1 : Math.exp(-Math.abs(aheadSecs) / 0.3) * 0.5
    const tone = tones(near, chapter.index, { shine, isBar: !isNow && isBar })
    ridge.base = tone.base
    ridge.crest = tone.crest
    ridge.line = tone.line
    ridge.fade = (isNow ? 0.07 : 0.03 + 0.1 * near) * shorter
    ridge.thickness = layout.unit * (isNow ? 6 : 1 + 2.4 * near)
    ridge.isOpen = isNow
  }
  return ridges({ count: count + 1, points: POINTS, place })
}

/** 0 at the horizon, 1 at the viewer: what is twice as far looks half as near. */
function nearnessAt(aheadSecs: number): number {
  const pace = (1 / NOW - 1) / PAST_SECS
  const at = (secs: number) => 1 / (1 + pace * (secs + PAST_SECS))
  const farthest = at(FUTURE_SECS)
  return clamp01((at(aheadSecs) - farthest) / (1 - farthest))
}

function wrapSecs(secs: number, durationSecs: number): number {
  return secs - durationSecs * Math.floor(secs / durationSecs)
}

/** How a moment of the song looks: the heights along its ridge, and whether a bar begins with it. */
type Look = { levels: Float32Array; isBar: boolean }

/** The song, moment by moment. */
type SongMoments = {
  stepSecs: number
  /** A moment by its number; many frames show it, and it is looked at once. */
  lookAt(moment: number): Look
  /** Any time. */
  look(secs: number): Look
}

function readSong({ audio, seed }: LandPlan, aboutSecs: number): SongMoments {
  const { durationSecs, fps } = audio
  const stepSecs = durationSecs / Math.max(1, Math.round(durationSecs / aboutSecs))
  const barsAt = createBarClock(audio)
  const frameAt = (secs: number) => ({ index: Math.round(wrapSecs(secs, durationSecs) * fps) })
  const isValley = chanceOf([false, true], seed, 'form')
  const places = Array.from({ length: POINTS }, (_, i) => planPoint((2 * i) / (POINTS - 1) - 1, isValley))
  const look = (secs: number): Look => {
    const bands = audio.bands(frameAt(secs))
    const levels = Float32Array.from(places, ({ band, part, x, weight }) => {
      const level = mix(bands[band] ?? 0, bands[band + 1] ?? 0, part)
      const rough = 0.62 + 0.38 * Math.sin(9 * x + 0.9 * secs + 2.2 * Math.sin(4.3 * x - 0.55 * secs))
      return weight * level ** 1.4 * rough
    })
    const bar = (at: number) => Math.floor(barsAt(frameAt(at)) + 1e-4)
    return { levels, isBar: bar(secs + 0.5 * stepSecs) !== bar(secs - 0.5 * stepSecs) }
  }
  const known = new Map<number, Look>()
  return {
    stepSecs,
    look,
    lookAt: (moment) => {
      const found = known.get(moment) ?? look(moment * stepSecs)
      known.set(moment, found)
      return found
    },
  }
}

/** The part of the spectrum that a place from -1 to 1 shows: the bass makes the massif in the middle, or both sides of a valley. */
function planPoint(x: number, isValley: boolean) {
  const off = Math.abs(x)
  const share = (isValley ? 1 - off : off) ** 0.9 * 62
  const band = Math.floor(share)
  const weight = isValley ? 0.25 + 0.75 * smoothstep(0, 0.6, off) : 0.2 + 0.8 * (1 - smoothstep(0.35, 1, off))
  return { band, part: share - band, x, weight }
}

type Tones = (
  near: number,
  chapter: number,
  { shine, isBar }: { shine: number; isBar: boolean },
) => Pick<Ridge, 'base' | 'crest' | 'line'>

/**
 * Far ridges melt into the horizon's haze; near ones are dark, or on a light ground deep in colour, and lit along their
 * crests. Each chapter of the song has its own of two colours.
 */
function chooseTones(palette: Palette, pairing: number): Tones {
  const { background, text } = palette
  const isDark = palette.theme === 'DARK'
  // Dark lines on a light ground weigh more than the reverse.
  const ink = isDark ? 1 : 0.8
  const lights = [palette.accent, palette.accent2].map(tameRed)
  const common = chooseHaze(palette)
  const hazes = lights.map((light) => limitLight(background, light))
  const depths = lights.map((light) => (isDark ? background : deepen(light)))
  // Tones are few, ridges many: fine steps are not seen.
  const known = new Map<number, ReturnType<Tones>>()
  return (near, chapter, { shine, isBar }) => {
    const at = (chapter + pairing) % 2
    const [depth, glow] = [Math.round(near * 128) / 128, Math.round(shine * 32) / 32]
    const key = ((depth * 128 * 64 + glow * 32) * 2 + at) * 2 + (isBar ? 1 : 0)
    const tone = known.get(key) ?? mixTone({ near: depth, shine: glow, isBar })
    known.set(key, tone)
    return tone

    function mixTone({ near, shine, isBar }: { near: number; shine: number; isBar: boolean }) {
      const light = lights[at] ?? text
      const haze = mixColours(common, hazes[at] ?? background, smoothstep(0, 0.22, near))
      const base = mixColours(haze, depths[at] ?? background, clamp01(1.15 * near))
      const crest = mixColours(base, isDark ? haze : background, 0.75)
      const line = mixColours(crest, light, ink * Math.min(1, 0.06 + 0.6 * near + (isBar ? 0.3 : 0)))
      return {
        base,
        crest: mixColours(crest, light, 0.45 * ink * shine),
        line: mixColours(
          line,
          shine === 1 ? mixColours(light, text, 0.7) : light,
          shine === 1 ? 1 : ink * shine,
        ),
      }
    }
  }
}

/** The same hue as a ground that lies in the sun: light enough for dark lines, deep enough to be a colour. */
function deepen(colour: string): string {
  const { chroma, hue } = hexToOklch(colour)
  return tameRed(fromOklch({ lightness: 0.82, chroma: Math.min(0.11, 1.2 * chroma), hue }))
}

/** The colour of the haze over the farthest ridges, in which the sky ends. */
export function chooseHaze({ background, accent, accent2 }: Palette): string {
  return mixColours(limitLight(background, accent), limitLight(background, accent2), 0.5)
}
