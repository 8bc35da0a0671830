import { randomInt } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { encodeNumber } from '../../store/new-id.ts'

const SANE_ID = /^[\w.:+/=@-]{1,128}$/
const TIME_CHARACTERS = 10
const PROCESS_CHARACTERS = 9
const COUNT_CHARACTERS = 7

const processPart = encodeNumber(randomInt(2 ** 45), PROCESS_CHARACTERS)
let count = randomInt(2 ** 30)
let timeMs = 0
let timePart = ''

/** The caller's own X-Request-Id where it is harmless, otherwise a new one. */
export function readRequestId(request: IncomingMessage): string {
  const given = request.headers['x-request-id']
  return typeof given === 'string' && SANE_ID.test(given) ? given : createRequestId()
}

/** An id that sorts by time and is unique by process and count: nobody guesses at it, so it need not be random. */
export function createRequestId(): string {
  const nowMs = Date.now()
  if (nowMs !== timeMs) {
    timeMs = nowMs
    timePart = encodeNumber(nowMs, TIME_CHARACTERS)
  }
  count += 1
  return `rq_${timePart}${processPart}${encodeNumber(count, COUNT_CHARACTERS)}`
}
