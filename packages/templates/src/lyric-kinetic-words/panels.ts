import {
  type AudioTrack,
  chance,
  cubicOut,
  discs,
  ease,
  type Frame,
  fromOklch,
  hexToOklch,
  type Layer,
  type Palette,
  paint,
  type Size,
  smoothstep,
  sprite,
  tameRed,
  toGroundTone,
} from '@songreel/kit'

/** Type on the brightest ground has at least this contrast. */
export const GROUND_CONTRAST = 7.6
/** Of two tones of a colour one is deeper. */
const DEEP_CONTRAST = 10.5
const LEAD_CONTRAST = 8.9
/** Beats in quick succession are one: what fills the frame must not change more often. */
const LEAST_BEAT_SECS = 0.45
const LEAST_BAR_SECS = 1.1
/** Before the first frame, and where no beat is known, one comes this often. */
const FREE_SECS = 0.6
/** A sheet has the frame after this time. */
const STEP_SECS = 0.4
/** Both ends of its way are a step: less than this of the frame, of it or beside it, would look like a seam and not like a sheet. */
const SLIVER = 0.24
/** Before it comes a stripe of the tone between the two, so much earlier. */
const LEAD_SECS = 0.08

/** What the grounds are made from. */
export type GroundPlan = { size: Size; palette: Palette; audio: AudioTrack; seed: number }

type Step = { secs: number; bar: number; tone: string; lead: string }

/**
 * Plain colours of the cover. On every beat the next tone comes in from a side and takes the frame, like one sheet of paper over
 * another; the bar decides on the colour and the side.
 */
export function stepPanels({ size, palette, audio, seed }: GroundPlan): Layer[] {
  const steps = listSteps(audio, mixTones(palette, seed))
  const at = ({ secs, fps }: Frame) =>
    Math.max(
      0,
      steps.findLastIndex((step) => step.secs <= secs + 0.5 / fps),
    )
  const toneOf = (step: number) => steps[Math.max(0, step)]?.tone ?? palette.background
  const first = chance(seed, 'side') < 0.5 ? 0 : 1
  const panel = paint({ x: 0, y: 0, ...size }, (ctx, { width, height }) => {
    ctx.fillStyle = '#ffffff'
    ctx.fillRect(0, 0, width, height)
  })
  const slide = (tone: (step: number) => string, delaySecs: number) =>
    sprite(panel, {
      colour: (frame) => tone(at(frame)),
      x: (frame) => {
        const { secs, bar } = steps[at(frame)] ?? { secs: 0, bar: 0 }
        const way = 1 - ease(frame.secs + 0.5 / frame.fps, secs + delaySecs, STEP_SECS, cubicOut)
        return Math.round(size.width * skipSlivers(way)) * ((bar + first) % 2 === 0 ? -1 : 1)
      },
    })
  return [
    discs({ ground: (frame) => toneOf(at(frame) - 1), colours: [], radii: () => [], x: 0, y: 0 }),
    slide((step) => steps[step]?.lead ?? palette.background, 0),
    slide(toneOf, LEAD_SECS),
  ]
}

/** How far a sheet has still to go, without a strip of it or of what is below it. */
export function skipSlivers(way: number): number {
  if (way < SLIVER) return 0
  return way > 1 - SLIVER ? 1 : way
}

/** One for every beat, in two tones of its bar in turn; where no beat is known, as in silence, they come evenly. */
function listSteps({ beatSecs, downbeatSecs, durationSecs }: AudioTrack, tones: readonly Tones[]): Step[] {
  const bars = keepApart(downbeatSecs, LEAST_BAR_SECS)
  const beats =
    beatSecs.length > 0
      ? keepApart(beatSecs, LEAST_BEAT_SECS)
      : Array.from({ length: Math.ceil(durationSecs / FREE_SECS) }, (_, i) => i * FREE_SECS)
  const before = [1, 2].map((back) => Math.min(0, beats[0] ?? 0) - back * FREE_SECS)
  return [...before.toReversed(), ...beats].map((secs, index) => {
    const bar = bars.findLastIndex((start) => start <= secs + 0.01)
    const own = tones[(bar + tones.length) % tones.length]
    const [tone = '#000000', lead = tone] = [own?.[index % 2], own?.[2]]
    return { secs, bar, tone, lead }
  })
}

function keepApart(secs: readonly number[], gapSecs: number): number[] {
  const kept: number[] = []
  for (const each of secs) if (each - (kept.at(-1) ?? Number.NEGATIVE_INFINITY) >= gapSecs) kept.push(each)
  return kept
}

/** A colour at its lightest, at its deepest and in between. */
type Tones = readonly [string, string, string]

/** How light a ground may be before type needs it deeper. */
const LIGHTNESS = { DARK: 0.6, LIGHT: 0.74 }

/** A ground with hardly any colour is a noble black or a clean white; in between it would be dust. */
const NEUTRAL = { from: 0.03, to: 0.075, deeper: 3.5 }

/** The two colours that the cover gives grounds, each as strong as type allows and once deeper. */
function mixTones(palette: Palette, seed: number): Tones[] {
  const { text, theme, isMonochrome, grounds, hasBrandGround, background } = palette
  const pair = hasBrandGround ? [background, grounds[0]] : grounds
  const order = chance(seed, 'order') < 0.5 ? pair : pair.toReversed()
  return order.map((colour, index) => {
    const { hue, ...own } = hexToOklch(colour)
    const chroma = hasBrandGround || isMonochrome ? own.chroma : enrich(own.chroma)
    const tone = hasBrandGround ? colour : fromOklch({ hue, chroma, lightness: LIGHTNESS[theme] })
    // Without hues the colours differ in how bright they are.
    const extra =
      (isMonochrome ? 1.6 * index : 0) + NEUTRAL.deeper * (1 - smoothstep(NEUTRAL.from, NEUTRAL.to, chroma))
    const tame = hasBrandGround ? tameRed : (red: string) => turnRed(red, palette.accent)
    const at = (ratio: number) => tame(toGroundTone(tone, text, ratio + extra))
    return [at(GROUND_CONTRAST), at(DEEP_CONTRAST), at(LEAD_CONTRAST)]
  })
}

/** A ground that has some colour has at least so much of it, from the first of these strengths on, and in full from the second. */
const RICH = { chroma: 0.1, from: 0.012, to: 0.045 }

function enrich(chroma: number): number {
  return Math.max(chroma, RICH.chroma * smoothstep(RICH.from, RICH.to, chroma))
}

/** In radians: how far a red turns to crimson and berry, and by how much at a time. */
const RED_TURN = { most: 1, step: 0.05 }
/** From this hue on, in radians, it is the orange of a fire or a sunset: it turns to amber by no more than so much, and never to pink. */
const AMBER = { from: 0.5, to: 1.6, turn: 0.35 }

/**
 * A red that may change on every beat: turned to its blue side it keeps its strength, where a weaker one would be brick. An orange, or
 * a red beside an accent that is one, is an earthy amber.
 */
export function turnRed(colour: string, accent = colour): string {
  if (tameRed(colour) === colour) return colour
  const { hue, ...rest } = hexToOklch(colour)
  const isFire = [hue, hexToOklch(accent).hue].some((each) => each > AMBER.from && each < AMBER.to)
  if (isFire) return tameRed(fromOklch({ ...rest, hue: Math.max(hue, AMBER.from) + AMBER.turn }))
  for (let turn = RED_TURN.step; turn <= RED_TURN.most; turn += RED_TURN.step) {
    const turned = fromOklch({ ...rest, hue: hue - turn })
    if (tameRed(turned) === turned) return turned
  }
  return tameRed(colour)
}
