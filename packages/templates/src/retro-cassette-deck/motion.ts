import {
  type AudioTrack,
  accumulate,
  clamp01,
  createSteps,
  type Frame,
  followStep,
  type Motion,
  mix,
  smoothstep,
  stretchBands,
} from '@songreel/kit'
import { PACK } from './cassette.ts'
import type { Reading } from './meters.ts'

/** 4.76 cm of tape a second, in a cassette's units of a tenth of a millimetre. */
const TAPE_PER_SEC = 476
/** A disc turns much faster; at its true speed nobody would see it turn at all. */
const DISC_DEGREES_PER_SEC = 260
/** Nothing stands upright in any frame: that would be drawn in another way there. */
const START_DEGREES = 13.37

/** How the deck moves. */
export type DeckMotion = {
  /** How much tape each hub holds, as its radius. */
  packs: readonly [(frame: Frame) => number, (frame: Frame) => number]
  /** Degrees that each hub has turned. */
  hubs: readonly [(frame: Frame) => number, (frame: Frame) => number]
  disc: (frame: Frame) => number
  meters: readonly [Reading, Reading]
  /** How high the columns of the display are, 0 to 1. */
  columns: (frame: Pick<Frame, 'index'>) => Float32Array
  /** Light on the card and on the cassette: one is bright while the other is not. */
  gloss: readonly [(frame: Frame) => number, (frame: Frame) => number]
  /** 1 on a beat, then fading. */
  light: (frame: Frame) => number
}

/** Plans reels, needles and lights. The tape has passed from one hub to the other when the video ends. */
export function planMotion(audio: AudioTrack, motion: Motion): DeckMotion {
  const reach = motion === 'REDUCED' ? 0.35 : 1
  const tape = PACK.full ** 2 - PACK.empty ** 2
  const supply = ({ position }: Pick<Frame, 'position'>) =>
    Math.sqrt(PACK.full ** 2 - mix(0.1, 0.9, position) * tape)
  const take = ({ position }: Pick<Frame, 'position'>) =>
    Math.sqrt(PACK.empty ** 2 + mix(0.1, 0.9, position) * tape)
  const turn = (radius: (frame: Frame) => number, start: number) => {
    const way = accumulate(audio, (frame) => ((TAPE_PER_SEC / radius(frame)) * 180) / Math.PI)
    return (frame: Frame) => -(start + way(frame))
  }
  const beats = createSteps(audio.beatSecs, { minGapSecs: 0.26, freeSecs: 0.7 })
  const bars = createSteps(audio.downbeatSecs, { minGapSecs: 1, freeSecs: 2 })
  const light = (frame: Frame) => Math.exp(-beats(frame).ageSecs / 0.1)
  const side = (frame: Frame, first: number) =>
    followStep(bars(frame), (count) => ((count + first) % 2 === 0 ? 1 : 0.3), 0.9)
  const glossAt = (frame: Frame, first: number, { even, beat }: { even: number; beat: number }) =>
    even * side(frame, first) + beat * reach * light(frame)
  const lamp = (frame: Frame) => clamp01(0.24 + 0.24 * audio.glow(frame) + 0.6 * reach * light(frame))
  return {
    packs: [supply, take],
    hubs: [turn(supply, START_DEGREES), turn(take, 2 * START_DEGREES)],
    disc: ({ secs }) => START_DEGREES + DISC_DEGREES_PER_SEC * reach * secs,
    meters: [
      { level: followLevel(audio, { from: 0, to: 20 }), light: lamp },
      { level: followLevel(audio, { from: 16, to: 48 }), light: lamp },
    ],
    columns: followColumns(audio),
    gloss: [
      (frame) => glossAt(frame, 0, { even: 0.1, beat: 0.2 }),
      (frame) => glossAt(frame, 1, { even: 0.12, beat: 0.08 }),
    ],
    light,
  }
}

/** Eight segments tell little apart: loud bands stand further above the others than in smooth bars, and the highest notes are lower, as in any spectrum. */
const COLUMNS = { gamma: 3.2, highest: 0.72 }

/** Music that is loud fills every band: as they are, all columns would stand at one height. */
function followColumns(audio: AudioTrack): (frame: Pick<Frame, 'index'>) => Float32Array {
  const bandsAt = stretchBands(audio, { gamma: COLUMNS.gamma })
  return (frame) => {
    const bands = bandsAt(frame)
    return bands.map((level, band) => level * mix(1, COLUMNS.highest, band / (bands.length - 1)))
  }
}

/** Seconds until a needle has followed a sound, and until it has fallen again: a heavy thing, as in real meters. */
const RISE_SECS = 0.06
const FALL_SECS = 0.22
/** Between what is quiet in a song and what is loud, parts of its frames, a needle swings over so much of its scale: as an engineer sets a meter, so that only a beat reaches the red. */
const USUAL = { quiet: 0.1, loud: 0.9 }
const SWING = { from: 0.12, to: 0.77, beat: 0.09, most: 0.98 }
/** Music that is as loud all the time does not make it tremble, and what is hardly heard does not make it swing. */
const LEAST_RANGE = 0.14
const HEARD = 0.12

/** The needle's place, 0 to 1, along all frames: it follows these bands with its own weight. */
function followLevel(
  audio: AudioTrack,
  { from, to }: { from: number; to: number },
): (frame: Pick<Frame, 'index'>) => number {
  const heard = Float32Array.from({ length: audio.frameCount }, (_, index) => {
    const bands = audio.bands({ index })
    let sum = 0
    for (let band = from; band < to; band++) sum += bands[band] ?? 0
    return sum / (to - from)
  })
  const ranked = heard.toSorted()
  const [quiet, loud] = [USUAL.quiet, USUAL.loud].map(
    (share) => ranked[Math.floor(share * heard.length)] ?? 0,
  )
  const range = Math.max(LEAST_RANGE, loud! - quiet!)
  const lowest = (quiet! + loud! - range) / 2
  const levels = new Float32Array(audio.frameCount)
  let level = 0
  for (let index = 0; index < audio.frameCount; index++) {
    const swung = mix(SWING.from, SWING.to, (heard[index]! - lowest) / range)
    const wanted = (swung + SWING.beat * audio.beat({ index })) * smoothstep(0, HEARD, heard[index]!)
    const secs = wanted > level ? RISE_SECS : FALL_SECS
    if (index === 0) level = wanted
    level += (wanted - level) * (1 - Math.exp(-1 / (audio.fps * secs)))
    levels[index] = Math.min(SWING.most, clamp01(level))
  }
  return ({ index }) => levels[Math.max(0, Math.min(audio.frameCount - 1, index))] ?? 0
}
