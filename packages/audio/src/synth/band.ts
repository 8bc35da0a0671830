import { mapInPlace } from '@songreel/kit/core'
import {
  addNote,
  addShot,
  createHat,
  createKick,
  createSnare,
  createWavetable,
  type OneShot,
  type Wavetable,
} from './instruments.ts'
import { type PartSound, type PhraseNote, takeTurns, toFrequency } from './score.ts'
import { BEATS_PER_BAR } from './song-plan.ts'

const BASS_HZ = 55
const PAD_HZ = 220
const LEAD_HZ = 440
const PEAK = 0.89
const ECHO_SECS = 0.32

/** The instruments and the tracks they are recorded on. */
export type Band = {
  sampleRate: number
  drums: [Float32Array, Float32Array]
  music: [Float32Array, Float32Array]
  lead: Float32Array
  kickSamples: number[]
  kick: OneShot
  snare: OneShot
  closedHat: OneShot
  openHat: OneShot
  bassTone: Wavetable
  padTone: Wavetable
  leadTone: Wavetable
  mixDown(): [Float32Array, Float32Array]
}

/** Where the beats lie, and how far off-beats are delayed. */
export type Grid = { beatSecs: number[]; swing: number }

/** What is played in a bar. */
export type BarScore = { sound: PartSound; phrase: PhraseNote[]; barInPart: number }

/** A band with empty tracks. */
export function createBand(sampleRate: number, secs: number, seed: number): Band {
  const track = () => new Float32Array(Math.round(secs * sampleRate))
  const band: Band = {
    sampleRate,
    drums: [track(), track()],
    music: [track(), track()],
    lead: track(),
    kickSamples: [],
    kick: createKick(sampleRate),
    snare: createSnare(sampleRate, seed + 1),
    closedHat: createHat(sampleRate, seed + 2, 90),
    openHat: createHat(sampleRate, seed + 3, 26),
    bassTone: createWavetable([1, 0.5, 0.28, 0.14, 0.08]),
    padTone: createWavetable(Array.from({ length: 10 }, (_, i) => 1 / (i + 1) ** 1.4)),
    leadTone: createWavetable([1, 0.1, 0.34, 0.06, 0.16, 0.03, 0.08]),
    mixDown: () => mixDown(band),
  }
  return band
}

/** Plays one bar onto the tracks. */
export function playBar(band: Band, grid: Grid, bar: number, score: BarScore): void {
  playDrums(band, grid, bar, score.sound)
  if (score.sound.hasBass) playBass(band, grid, bar, score)
  playPad(band, grid, bar, score)
  if (score.sound.hasLead) playLead(band, grid, bar, score)
}

function playDrums(band: Band, grid: Grid, bar: number, sound: PartSound): void {
  const hit = (beat: number, shot: OneShot, gain: number, pan = 0) => {
    const start = Math.round(secsAt(grid, bar, beat) * band.sampleRate)
    addShot(band.drums[0], start, shot, gain * sound.gain * (1 - pan))
    addShot(band.drums[1], start, shot, gain * sound.gain * (1 + pan))
    return start
  }
  for (let beat = 0; beat < BEATS_PER_BAR; beat++) {
    if (sound.hasKick) band.kickSamples.push(hit(beat, band.kick, 0.85))
    if (sound.hasSnare && beat % 2 === 1) hit(beat, band.snare, 0.5)
    for (let i = 0; i < sound.hats; i++) {
      const isOpen = sound.hats > 1 && i === sound.hats / 2
      hit(beat + i / sound.hats, isOpen ? band.openHat : band.closedHat, i % 2 === 0 ? 0.3 : 0.2, 0.25)
    }
  }
  if (sound.hasKick && bar % 2 === 1) band.kickSamples.push(hit(BEATS_PER_BAR - 0.5, band.kick, 0.6))
}

function playBass(band: Band, grid: Grid, bar: number, { sound, barInPart }: BarScore): void {
  const [root] = takeTurns(sound.chords, barInPart)
  const frequency = toFrequency(root > 7 ? root - 12 : root, BASS_HZ)
  for (const beat of [0, 0.5, 1.5, 2, 2.5, 3.5]) {
    const startSecs = secsAt(grid, bar, beat)
    const durationSecs = (secsAt(grid, bar, beat + 0.5) - startSecs) * 0.85
    const note = {
      startSecs,
      durationSecs,
      frequency,
      gain: 0.34 * sound.gain,
      attackSecs: 0.005,
      releaseSecs: 0.05,
    }
    for (const samples of band.music) addNote(samples, band.sampleRate, band.bassTone, note)
  }
}

/** Slightly different pitches left and right make the chords wide. */
function playPad(band: Band, grid: Grid, bar: number, { sound, barInPart }: BarScore): void {
  const startSecs = secsAt(grid, bar, 0)
  const durationSecs = secsAt(grid, bar, BEATS_PER_BAR) - startSecs
  for (const semitones of takeTurns(sound.chords, barInPart)) {
    band.music.forEach((samples, channel) => {
      for (const detune of channel === 0 ? [0.9972, 1.0018] : [1.0031, 0.9985]) {
        addNote(samples, band.sampleRate, band.padTone, {
          startSecs,
          durationSecs,
          frequency: toFrequency(semitones, PAD_HZ) * detune,
          gain: 0.07 * sound.padGain,
          attackSecs: 0.06,
          releaseSecs: 0.25,
        })
      }
    })
  }
}

function playLead(band: Band, grid: Grid, bar: number, { sound, phrase, barInPart }: BarScore): void {
  const firstBeat = (barInPart % 4) * BEATS_PER_BAR
  for (const { beat, beats, semitones } of phrase) {
    if (beat < firstBeat || beat >= firstBeat + BEATS_PER_BAR) continue
    const startSecs = secsAt(grid, bar, beat - firstBeat)
    const durationSecs = secsAt(grid, bar, beat - firstBeat + beats) - startSecs
    addNote(band.lead, band.sampleRate, band.leadTone, {
      startSecs,
      durationSecs,
      frequency: toFrequency(semitones, LEAD_HZ / 2),
      gain: 0.2 * sound.gain,
      attackSecs: 0.012,
      releaseSecs: 0.12,
      vibrato: 0.004,
    })
  }
}

/** The time of a point within a bar; swing moves what lies between the beats. */
function secsAt({ beatSecs, swing }: Grid, bar: number, beat: number): number {
  const whole = Math.floor(beat)
  const fraction = beat - whole
  const swung = fraction < 0.5 ? fraction * (1 + swing) : 1 - (1 - fraction) * (1 - swing)
  const from = Math.min(beatSecs.length - 1, bar * BEATS_PER_BAR + whole)
  const [fromSecs = 0, toSecs = fromSecs] = beatSecs.slice(from, from + 2)
  return fromSecs + (toSecs - fromSecs) * swung
}

/** Music gives way to the kick, the lead gets an echo, and the sum is softly limited. */
function mixDown(band: Band): [Float32Array, Float32Array] {
  const duck = createDuck(band)
  const mixed = [mixChannel(band, duck, 0), mixChannel(band, duck, 1)] as [Float32Array, Float32Array]
  let peak = 1e-9
  for (const samples of mixed) for (const sample of samples) peak = Math.max(peak, Math.abs(sample))
  for (const samples of mixed) mapInPlace(samples, (sample) => sample * (PEAK / peak))
  return mixed
}

/** The echo comes a little later on the right. */
function mixChannel(band: Band, duck: Float32Array, channel: 0 | 1): Float32Array {
  const { lead } = band
  const drums = band.drums[channel]
  const music = band.music[channel]
  const delay = Math.round((ECHO_SECS + 0.045 * channel) * band.sampleRate)
  const mixed = new Float32Array(music.length)
  for (let i = 0; i < mixed.length; i++) {
    const echo = i < delay ? 0 : 0.35 * lead[i - delay]!
    mixed[i] = Math.tanh(1.25 * (drums[i]! + duck[i]! * (music[i]! + lead[i]! + echo)))
  }
  return mixed
}

function createDuck({ kickSamples, music, sampleRate }: Band): Float32Array {
  const duck = new Float32Array(music[0].length).fill(1)
  const count = Math.round(0.18 * sampleRate)
  for (const start of kickSamples) {
    for (let i = 0; i < count && start + i < duck.length; i++) duck[start + i] = 0.45 + 0.55 * (i / count)
  }
  return duck
}
