import { randomBytes } from 'node:crypto'
import { ID_PREFIXES, type IdKind } from '@songreel/contract'

/** Crockford's alphabet: sorts like the numbers it stands for, without I, L, O, U. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const TIME_CHARACTERS = 10
const RANDOM_CHARACTERS = 16

let pool = Buffer.alloc(0)
let used = 0

/** A new identifier: prefix, then 26 characters that sort by time (ULID). */
export function newId(kind: IdKind, now = Date.now()): string {
  return ID_PREFIXES[kind] + newUlid(now)
}

/** 26 characters that sort by time. */
export function newUlid(now = Date.now()): string {
  return encodeTime(now) + encodeRandom()
}

function encodeTime(now: number): string {
  let text = ''
  for (let rest = now, index = 0; index < TIME_CHARACTERS; index++) {
    text = ALPHABET[rest % 32] + text
    rest = Math.floor(rest / 32)
  }
  return text
}

/** Random bytes are taken in bulk: one system call serves hundreds of identifiers. */
function encodeRandom(): string {
  if (used + RANDOM_CHARACTERS > pool.length) {
    pool = randomBytes(RANDOM_CHARACTERS * 256)
    used = 0
  }
  let text = ''
  for (let index = 0; index < RANDOM_CHARACTERS; index++) text += ALPHABET[(pool[used++] as number) & 31]
  return text
}
