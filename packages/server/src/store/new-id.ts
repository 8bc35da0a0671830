import { randomBytes } from 'node:crypto'
import { ID_PREFIXES, type IdKind } from '@songreel/contract'

/** Crockford's alphabet: sorts like the numbers it stands for, without I, L, O, U. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const TIME_CHARACTERS = 10
const RANDOM_CHARACTERS = 16
const MAX_TIME_MS = 32 ** TIME_CHARACTERS - 1
/** Identifiers of one millisecond differ by up to 32 ** 4, so that one does not give away the next. */
const STEP_CHARACTERS = 4

let pool = Buffer.alloc(0)
let used = 0
let lastTimeMs = -1
let lastTimeText = ''
let lastDigits: number[] = []

/** A new identifier: prefix, then 26 characters that sort by time (ULID), within one process by order of making. */
export function newId(kind: IdKind, nowMs = Date.now()): string {
  return ID_PREFIXES[kind] + newUlid(nowMs)
}

/** 26 characters that sort by time, within one process by order of making. */
function newUlid(nowMs = Date.now()): string {
  if (nowMs === lastTimeMs) {
    lastDigits = stepOn(lastDigits)
  } else {
    lastDigits = drawDigits(RANDOM_CHARACTERS)
    lastTimeText = encodeNumber(nowMs, TIME_CHARACTERS)
    lastTimeMs = nowMs
  }
  let text = lastTimeText
  for (const digit of lastDigits) text += ALPHABET[digit]
  return text
}

/** A new identifier and the moment in it, as a record keeps them. */
export function newRecord(kind: IdKind): { id: string; createdAt: string } {
  const nowMs = Date.now()
  return { id: newId(kind, nowMs), createdAt: new Date(nowMs).toISOString() }
}

/** What every identifier made in this millisecond starts with: smaller than all of them, greater than all before. */
export function idStartAt(kind: IdKind, timeMs: number): string {
  return ID_PREFIXES[kind] + encodeNumber(Math.min(Math.max(timeMs, 0), MAX_TIME_MS), TIME_CHARACTERS)
}

/** Whether a text has the form of an identifier of this kind. */
export function isId(kind: IdKind, text: string): boolean {
  return text.startsWith(ID_PREFIXES[kind]) && /^[0-9A-HJKMNP-TV-Z]{26}$/.test(text.slice(4))
}

/** A number in Crockford's alphabet, with so many characters. */
export function encodeNumber(value: number, characters: number): string {
  let text = ''
  for (let rest = value, index = 0; index < characters; index++) {
    text = ALPHABET[rest % 32] + text
    rest = Math.floor(rest / 32)
  }
  return text
}

function stepOn(digits: number[]): number[] {
  const next = digits.slice()
  const step = drawDigits(STEP_CHARACTERS)
  let carry = 1
  for (let index = RANDOM_CHARACTERS - 1, place = 1; index >= 0; index--, place++) {
    const sum = (next[index] as number) + (step[STEP_CHARACTERS - place] ?? 0) + carry
    next[index] = sum & 31
    carry = sum >> 5
  }
  return next
}

/** Random bytes are taken in bulk: one system call serves hundreds of identifiers. */
function drawDigits(count: number): number[] {
  if (used + count > pool.length) {
    pool = randomBytes(RANDOM_CHARACTERS * 256)
    used = 0
  }
  const digits: number[] = []
  for (let index = 0; index < count; index++) digits.push((pool[used++] as number) & 31)
  return digits
}
