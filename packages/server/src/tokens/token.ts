import { createHash, randomInt } from 'node:crypto'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** 32 base62 characters carry 190 random bits. */
const RANDOM_CHARACTERS = 32
const CHECK_CHARACTERS = 6
const OUR_FORM = /^srl_(live|test)_[0-9A-Za-z]{38}$/
const ANY_FORM = /^[\x21-\x7e]{16,256}$/
const HINT_CHARACTERS = 12

/** A new token: prefix, random part, and a checksum that gives typing errors away. */
export function makeToken({ isTest = false } = {}): string {
  let body = isTest ? 'srl_test_' : 'srl_live_'
  for (let index = 0; index < RANDOM_CHARACTERS; index++) body += ALPHABET[randomInt(ALPHABET.length)]
  return body + computeChecksum(body)
}

/** Whether a text can be a token at all: an operator may set any, even one that looks like ours and is not. */
export function isWellFormedToken(token: string): boolean {
  return ANY_FORM.test(token)
}

/** Whether a text looks like a token that we made, and is not: most likely it is cut off or mistyped. */
export function isMistypedToken(token: string): boolean {
  if (!token.startsWith('srl_')) return false
  if (!OUR_FORM.test(token)) return true
  return computeChecksum(token.slice(0, -CHECK_CHARACTERS)) !== token.slice(-CHECK_CHARACTERS)
}

/** As much of a token as may be shown or logged. */
export function makeHint(token: string): string {
  const shown = Math.min(HINT_CHARACTERS, Math.floor(token.length / 3))
  return `${token.slice(0, shown)}…`
}

function computeChecksum(body: string): string {
  let rest = createHash('sha256').update(body).digest().readUIntBE(0, 6)
  let text = ''
  for (let index = 0; index < CHECK_CHARACTERS; index++) {
    text += ALPHABET[rest % ALPHABET.length]
    rest = Math.floor(rest / ALPHABET.length)
  }
  return text
}
