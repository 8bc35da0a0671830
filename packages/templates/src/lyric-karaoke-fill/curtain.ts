import {
  type AudioTrack,
  type Box,
  chance,
  chanceBetween,
  type FieldCells,
  type Frame,
  field,
  fromOklch,
  hexToOklch,
  type Layer,
  type Motion,
  measureOpenness,
  mix,
  type Palette,
  parseHex,
  type Size,
  smoothstep,
  toGroundTone,
} from '@songreel/kit'

/** Type on the curtain's brightest fold has at least this contrast. */
export const CURTAIN_CONTRAST = 10
const TONES = { DARK: { low: 0.1, open: 0.52 }, LIGHT: { low: 0.985, open: 0.85 } }
/** Folds on the short side, and how sharply light falls on them. */
const FOLDS = 6
/** A beat runs through the cloth from the middle outwards, so many short sides a second. */
const WAVE_SPEED = 2.4
/** How far the beat pushes a fold, and how far the cloth is blown, in folds. */
const PUSH = 0.62
const SWAY = 0.35
const SPOT_SECS = 0.9

/** What the curtain is made from. */
export type CurtainPlan = {
  size: Size
  palette: Palette
  audio: AudioTrack
  seed: number
  type: readonly Box[]
  motion: Motion
}

/** A stage curtain in the cover's colours: every beat runs through its folds, every bar its spotlights turn. */
export function hangCurtain({ size, palette, audio, seed, type, motion }: CurtainPlan): Layer {
  const dyes = dye(palette, chance(seed, 'dye') < 0.5)
  const spots = planSpots(audio, seed)
  const short = Math.min(size.width, size.height)
  const [width, height] = [size.width / short, size.height / short]
  const middle = width * chanceBetween(0.3, 0.7, seed, 'middle')
  const folds = FOLDS * chanceBetween(0.85, 1.2, seed, 'folds')
  const sway = motion === 'FULL' ? SWAY : SWAY / 3
  let openness: Float32Array | undefined

  const shade = (cells: FieldCells, frame: Frame) => {
    const { columns, rows, rgb } = cells
    openness ??= measureOpenness(cells, size, type)
    const lamps = spots(frame)
    const { secs } = frame
    for (let column = 0; column < columns; column++) {
      const u = ((column + 0.5) / columns) * width
      const away = u - middle
      const delay = (Math.abs(away) / WAVE_SPEED) * audio.fps
      const push = PUSH * Math.sign(away) * readBeat(audio, frame.index - delay)
      const blown = sway * (Math.sin(1.7 * u + 0.9 * secs) + 0.6 * Math.sin(3.1 * u - 1.43 * secs))
      const { low, high, open } = mixDyes(dyes, 0.5 + 0.5 * Math.sin(1.9 * u + 0.31 * secs))
      for (let row = 0; row < rows; row++) {
        const v = ((row + 0.5) / rows) * height
        // Cloth hangs from above: its hem moves most.
        const hem = 0.35 + (0.65 * v) / height
        const turn = 2 * Math.PI * (folds * u + hem * (push + blown) + 0.12 * Math.sin(2.3 * v + 5 * u))
        const fold = 0.5 + 0.36 * Math.cos(turn) + 0.14 * Math.cos(2.3 * turn + 1)
        const cell = row * columns + column
        const light = fold * (0.24 + 0.76 * shine(lamps, u / width, v / height))
        const free = openness[cell] ?? 0
        for (let channel = 0; channel < 3; channel++) {
          const lit = mix(high[channel] ?? 0, open[channel] ?? 0, free)
          rgb[3 * cell + channel] = mix(low[channel] ?? 0, lit, light)
        }
      }
    }
  }
  return field({ shade, cells: 64 })
}

/** Between two frames too: the wave would tremble otherwise. */
function readBeat(audio: AudioTrack, index: number): number {
  if (index <= 0) return 0
  const before = Math.floor(index)
  return mix(audio.beat({ index: before }), audio.beat({ index: before + 1 }), index - before)
}

type Dye = { low: readonly number[]; high: readonly number[]; open: readonly number[] }

/** Two dyes of the cover, each in shadow, as bright as type allows, and as bright as it looks best. */
function dye({ accent, accent2, text, theme, isMonochrome }: Palette, isSwapped: boolean): [Dye, Dye] {
  const { low, open } = TONES[theme]
  const tones = (colour: string): Dye => {
    const { chroma, hue } = hexToOklch(colour)
    const strong = { hue, chroma: isMonochrome ? 0 : Math.min(0.2, Math.max(0.09, chroma * 1.1)) }
    const lit = fromOklch({ ...strong, lightness: open })
    return {
      low: parseHex(fromOklch({ ...strong, chroma: strong.chroma * 0.5, lightness: low })),
      high: parseHex(toGroundTone(lit, text, CURTAIN_CONTRAST)),
      open: parseHex(lit),
    }
  }
  const [first, second] = isSwapped ? [accent2, accent] : [accent, accent2]
  return [tones(first), tones(second)]
}

/** The dye of one column of cloth: shadow, light behind type and light away from it, channel by channel. */
function mixDyes([a, b]: [Dye, Dye], share: number): Record<keyof Dye, number[]> {
  const blend = (tone: keyof Dye) =>
    a[tone].map((value, channel) => mix(value, b[tone][channel] ?? value, share))
  return { low: blend('low'), high: blend('high'), open: blend('open') }
}

type Lamp = { x: number; y: number; reach: number; strength: number }

/** Two spotlights that turn to another place of the stage on every bar; in loud parts they are wider. */
function planSpots(audio: AudioTrack, seed: number): (frame: Frame) => Lamp[] {
  const { downbeatSecs, bpm } = audio
  const barSecs = bpm > 0 ? 240 / bpm : 2
  const findBar = (secs: number) => downbeatSecs.findLastIndex((each) => each <= secs)
  return (frame) => {
    const { secs } = frame
    const bar = findBar(secs)
    const startSecs = bar < 0 ? 0 : (downbeatSecs[bar] ?? 0)
    const turned = smoothstep(0, Math.min(SPOT_SECS, barSecs * 0.6), secs - startSecs)
    const { energy } = audio.section(frame)
    return [0, 1].map((lamp) => {
      const place = (at: number, axis: string) =>
        (lamp === 0 ? 0.05 : 0.5) + 0.45 * chance(seed, 'spot', lamp, axis, at)
      const x = bar < 0 ? place(0, 'x') : mix(place(bar, 'x'), place(bar + 1, 'x'), turned)
      const drift = 0.06 * Math.sin(0.7 * secs + 3 * lamp)
      return {
        x: x + drift,
        y: 0.15 + 0.5 * chance(seed, 'spot', lamp, 'y', Math.max(0, bar)),
        reach: 0.32 + 0.16 * energy,
        strength: 0.8 + 0.2 * audio.glow(frame),
      }
    })
  }
}

/** Light of all lamps on a place, 0 to 1. */
function shine(lamps: readonly Lamp[], x: number, y: number): number {
  let light = 0
  for (const lamp of lamps) {
    const [dx, dy] = [(x - lamp.x) / lamp.reach, (y - lamp.y) / (1.6 * lamp.reach)]
    light += lamp.strength / (1 + (dx * dx + dy * dy) ** 2)
  }
  return Math.min(1, light)
}
