/** A seeded number in [0, 1): the same seed and keys give the same number on every thread and machine. */
export function chance(seed: number, ...keys: (number | string)[]): number {
  return hash(seed, keys) / 4294967296
}

/** A seeded number in [low, high). */
export function chanceBetween(low: number, high: number, seed: number, ...keys: (number | string)[]): number {
  return low + (high - low) * chance(seed, ...keys)
}

/** A seeded choice from a list. */
export function chanceOf<T>(choices: readonly T[], seed: number, ...keys: (number | string)[]): T {
  return choices[Math.floor(chance(seed, ...keys) * choices.length)] as T
}

/** A seed made of words, so that a song without a seed still has its own look. */
export function seedOf(...words: string[]): number {
  return hash(0, words)
}

function hash(seed: number, keys: readonly (number | string)[]): number {
  let state = mixBits(fold(0x9e3779b9, seed))
  for (const key of keys) {
    if (typeof key === 'number') state = mixBits(fold(state, key))
    else for (let i = 0; i < key.length; i++) state = mixBits(fold(state, key.charCodeAt(i)))
    // A separator, so that ('ab', 'c') and ('a', 'bc') differ.
    state = mixBits(state ^ 0x85ebca6b)
  }
  return state >>> 0
}

/** Whole numbers enter as 32 bits; fractions bring their 64 bits in two halves. */
function fold(state: number, value: number): number {
  if (value === (value | 0)) return Math.imul(state ^ value, 0x01000193)
  FLOAT[0] = value
  const [low = 0, high = 0] = HALVES
  return Math.imul(Math.imul(state ^ low, 0x01000193) ^ high, 0x01000193)
}

const FLOAT = new Float64Array(1)
const HALVES = new Uint32Array(FLOAT.buffer)

/** The finaliser of MurmurHash3: every input bit reaches every output bit. */
function mixBits(value: number): number {
  let h = value | 0
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return h ^ (h >>> 16)
}
