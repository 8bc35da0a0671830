/** A sound rendered once and then placed many times. */
export type OneShot = Float32Array

/** A single cycle of a tone, read at any pitch. */
export type Wavetable = Float32Array

const TABLE_LENGTH = 2048

/** A tone from its harmonics' amplitudes, fundamental first. */
export function createWavetable(harmonics: number[]): Wavetable {
  const table = new Float32Array(TABLE_LENGTH + 1)
  harmonics.forEach((amplitude, index) => {
    for (let i = 0; i <= TABLE_LENGTH; i++) {
      table[i]! += amplitude * Math.sin((2 * Math.PI * (index + 1) * i) / TABLE_LENGTH)
    }
  })
  const peak = table.reduce((highest, sample) => Math.max(highest, Math.abs(sample)), 0)
  return table.map((sample) => sample / peak)
}

/** A bass drum: a falling sine with a click. */
export function createKick(sampleRate: number): OneShot {
  let phase = 0
  return render(sampleRate, 0.32, (secs) => {
    phase += (2 * Math.PI * (46 + 130 * Math.exp(-secs * 38))) / sampleRate
    const click = secs < 0.004 ? 0.35 * (1 - secs / 0.004) : 0
    return Math.cos(phase) * Math.exp(-secs * 11) + click
  })
}

/** A snare: a short tone under bright noise. */
export function createSnare(sampleRate: number, seed: number): OneShot {
  const noise = createNoise(seed)
  return render(sampleRate, 0.24, (secs) => {
    const body = Math.sin(2 * Math.PI * 190 * secs) * Math.exp(-secs * 28)
    return 0.5 * body + 0.6 * noise() * Math.exp(-secs * 20)
  })
}

/** A hi-hat: noise without its low part; `decay` makes it closed or open. */
export function createHat(sampleRate: number, seed: number, decay: number): OneShot {
  const noise = createNoise(seed)
  let previous = 0
  return render(sampleRate, Math.min(0.4, 6 / decay), (secs) => {
    const sample = noise()
    const bright = sample - previous
    previous = sample
    return 0.4 * bright * Math.exp(-secs * decay)
  })
}

/** How a tone is played. */
export type Note = {
  startSecs: number
  durationSecs: number
  frequency: number
  gain: number
  attackSecs: number
  releaseSecs: number
  /** Fraction of pitch moved by the vibrato. */
  vibrato?: number
}

/** Adds a note to a channel. */
export function addNote(samples: Float32Array, sampleRate: number, table: Wavetable, note: Note): void {
  const start = Math.round(note.startSecs * sampleRate)
  const count = Math.round((note.durationSecs + note.releaseSecs) * sampleRate)
  const step = (note.frequency * TABLE_LENGTH) / sampleRate
  const release = Math.exp(-5 / (note.releaseSecs * sampleRate))
  const rise = 1 / Math.max(1, note.attackSecs * sampleRate)
  const held = note.durationSecs * sampleRate
  let phase = 0
  let level = 0
  for (let i = 0; i < count && start + i < samples.length; i++) {
    level = i < held ? Math.min(1, level + rise) : level * release
    const at = Math.floor(phase)
    const value = table[at]! + (table[at + 1]! - table[at]!) * (phase - at)
    samples[start + i]! += value * level * note.gain
    const bend = note.vibrato ? 1 + note.vibrato * Math.sin((2 * Math.PI * 5.2 * i) / sampleRate) : 1
    phase += step * bend
    if (phase >= TABLE_LENGTH) phase -= TABLE_LENGTH
  }
}

/** Adds a one-shot to a channel. */
export function addShot(samples: Float32Array, startSample: number, shot: OneShot, gain: number): void {
  for (let i = 0; i < shot.length && startSample + i < samples.length; i++) {
    samples[startSample + i]! += shot[i]! * gain
  }
}

/** White noise, the same for the same seed. */
export function createNoise(seed: number): () => number {
  let state = (seed * 2_654_435_761 + 1) >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 31 - 1
  }
}

function render(sampleRate: number, secs: number, sampleAt: (secs: number) => number): OneShot {
  return Float32Array.from({ length: Math.round(secs * sampleRate) }, (_, i) => sampleAt(i / sampleRate))
}
