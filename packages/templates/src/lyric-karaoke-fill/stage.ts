import {
  type AudioTrack,
  accumulate,
  chanceBetween,
  cleanGround,
  createSteps,
  cubicOut,
  type FieldCells,
  type Frame,
  field,
  findChapter,
  followStep,
  fromOklch,
  hexToOklch,
  type Layer,
  listChapters,
  type Motion,
  mix,
  type Palette,
  parseHex,
  type Size,
  smoothstep,
  tameRed,
  toGroundTone,
} from '@songreel/kit'

/** Type on the lightest place of the ground has this contrast: with it the bar may be a clear step brighter, and still a colour. */
export const GROUND_CONTRAST = 10
/** And in its shadows. */
const DEEP_CONTRAST = 15
/** How light the lightest place may be where type would allow more. */
const LIGHTEST = { DARK: 0.46, LIGHT: 0.965 }
const CELLS = 40
/** How far the light flows in radians: a second, with the loudness, and on a beat. */
const FLOW = { always: 0.5, loudness: 1.1, beat: 0.62 }
const BEAT_SECS = 0.3
const CHANGE_SECS = 0.7

/** What the ground is made from. */
export type StagePlan = {
  size: Size
  palette: Palette
  audio: AudioTrack
  seed: number
  motion: Motion
  /** Below this place the cover hides all of it. */
  bottom: number
}

/** A stage in one of the cover's colours: broad light flows over it, steps on with every beat, and changes its colour with the music's sections. */
export function lightStage({ size, palette, audio, seed, motion, bottom }: StagePlan): Layer {
  const [first, second] = [0, 1].map((key) => chanceBetween(0, 2 * Math.PI, seed, 'light', key)) as [
    number,
    number,
  ]
  const phaseAt = planFlow(audio, motion)
  const toneAt = planTones(palette, audio)
  const short = Math.min(size.width, size.height)

  const shade = ({ columns, rows, rgb }: FieldCells, frame: Frame) => {
    const phase = phaseAt(frame)
    const { lit, deep } = toneAt(frame)
    let at = 0
    for (let row = 0; row < rows; row++) {
      const v = ((row + 0.5) / rows) * (size.height / short)
      for (let column = 0; column < columns; column++) {
        const u = ((column + 0.5) / columns) * (size.width / short)
        const bend = 0.5 * Math.sin(2.1 * v - 0.6 * phase + second)
        const wave =
          Math.sin(3.4 * u + 2.2 * v + bend + phase + first) + 0.5 * Math.sin(2.6 * v - 3 * u - phase)
        const light = smoothstep(-1.1, 1.2, wave)
        for (let channel = 0; channel < 3; channel++, at++)
          rgb[at] = mix(deep[channel]!, lit[channel]!, light)
      }
    }
  }
  return field({ shade, cells: CELLS, bottom })
}

/** How far the light has flowed: where no beat moves it, loudness does. */
function planFlow(audio: AudioTrack, motion: Motion): (frame: Frame) => number {
  const isFull = motion === 'FULL'
  const steps = createSteps(audio.beatSecs)
  const hasBeat = audio.beatSecs.length > 0
  const wander = accumulate(audio, (frame) =>
    isFull ? FLOW.always + (hasBeat ? 1 : 2) * FLOW.loudness * audio.loudness(frame) : 0.2,
  )
  return (frame) => {
    const beats = hasBeat ? followStep(steps(frame), (count) => count, BEAT_SECS, cubicOut) : 0
    return wander(frame) + (isFull ? FLOW.beat : 0.1) * beats
  }
}

type Rgb = readonly [number, number, number]
type Tones = { lit: Rgb; deep: Rgb }

/** The tones of every moment: each section has one of the cover's two grounds. */
function planTones(palette: Palette, audio: AudioTrack): (frame: Frame) => Tones {
  const dyes = palette.grounds.map((colour) => dye(colour, palette)) as [Tones, Tones]
  const chapters = listChapters(audio)
  const labels = [...new Set(chapters.map(({ label }) => label))]
  const choose = (index: number) =>
    dyes[labels.indexOf(chapters[Math.max(0, index)]?.label ?? '') % 2 === 1 ? 1 : 0]
  return (frame) => {
    const { index, startSecs } = findChapter(chapters, frame)
    const [from, to] = [choose(index - 1), choose(index)]
    const share = from === to ? 1 : smoothstep(0, CHANGE_SECS, frame.secs - startSecs)
    if (share >= 1) return to
    const between = (which: keyof Tones) =>
      from[which].map((value, channel) => mix(value, to[which][channel]!, share)) as unknown as Rgb
    return { lit: between('lit'), deep: between('deep') }
  }
}

/** A ground as light as type allows, and its shadow. */
function dye(colour: string, { text, theme, background, hasBrandGround }: Palette): Tones {
  const tone = (ground: string, ratio: number) => parseHex(toGroundTone(ground, text, ratio)) as Rgb
  if (hasBrandGround) return { lit: tone(colour, GROUND_CONTRAST), deep: parseHex(background) as Rgb }
  const own = hexToOklch(colour)
  const most = LIGHTEST[theme]
  const lightness = theme === 'DARK' ? Math.min(most, own.lightness) : most
  const clean = tameRed(cleanGround(fromOklch({ ...own, lightness })))
  if (theme === 'DARK') return { lit: tone(clean, GROUND_CONTRAST), deep: tone(clean, DEEP_CONTRAST) }
  const deep = tameRed(cleanGround(fromOklch({ ...own, lightness: most - 0.07 })))
  return { lit: tone(clean, GROUND_CONTRAST), deep: tone(deep, GROUND_CONTRAST) }
}
