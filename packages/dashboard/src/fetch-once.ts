import { signal } from '@preact/signals'

/** So long a response stands for the same question again, unless something was changed or reported meanwhile. */
const FRESH_MS = 1500
/** Windows of the rate limit are a minute long. */
const LONGEST_WAIT_MS = 61_000
const MAX_WAITS = 2

type Reading = {
  response: Promise<Response>
  /** Ends the request when nobody waits for it any more. */
  ended: AbortController
  waiting: number
  sinceMs: number
}

const readings = new Map<string, Reading>()

/** The server's clock when it first responded, to the second: pages show nothing that is older. */
export let firstResponseAt: string | undefined

/** Until when the server wants no requests; undefined while it takes them. */
export const slowedUntilMs = signal<number | undefined>(undefined)

/**
 * Fetches for all parts of the pages: who asks the same at the same time, or a moment later, gets the same response; a question
 * that nobody waits for any more is ended; and where the server has had too many, all wait as long as it says.
 */
export const fetchOnce: typeof fetch = async (input, init = {}) => {
  const url = String(input)
  const isRead =
    (init.method ?? 'GET') === 'GET' && /\/v1\/(?!events|uploads|.*\/(?:archive|events))/.test(url)
  if (!isRead) {
    if (init.method !== 'GET') forgetReadings()
    return note(await fetch(input, init))
  }
  const caller = init.signal ?? undefined
  const reading = findReading(url) ?? startReading(url, init)
  reading.waiting += 1
  const leave = () => {
    reading.waiting -= 1
    if (reading.waiting === 0 && readings.get(url) === reading && !isHere.has(reading)) {
      readings.delete(url)
      reading.ended.abort()
    }
  }
  caller?.addEventListener('abort', leave, { once: true })
  try {
    return (await untilAborted(reading.response, caller)).clone()
  } finally {
    caller?.removeEventListener('abort', leave)
  }
}

/** What was read may have changed: the next question is asked anew. */
export function forgetReadings(): void {
  readings.clear()
}

/** Readings whose response has come. */
const isHere = new WeakSet<Reading>()

function findReading(url: string): Reading | undefined {
  const reading = readings.get(url)
  return reading && Date.now() - reading.sinceMs < FRESH_MS ? reading : undefined
}

function startReading(url: string, init: RequestInit): Reading {
  const ended = new AbortController()
  const response = fetchPatiently(url, { ...init, signal: ended.signal })
  const reading: Reading = { response, ended, waiting: 0, sinceMs: Date.now() }
  readings.set(url, reading)
  const drop = () => {
    if (readings.get(url) === reading) readings.delete(url)
  }
  response.then(
    ({ ok }) => {
      isHere.add(reading)
      reading.sinceMs = Date.now()
      if (ok) setTimeout(drop, FRESH_MS)
      else drop()
    },
    () => drop(),
  )
  return reading
}

/** Waits where the server says so, and says so itself. */
async function fetchPatiently(url: string, init: RequestInit & { signal: AbortSignal }): Promise<Response> {
  for (let waits = 0; ; waits++) {
    await pause((slowedUntilMs.value ?? 0) - Date.now(), init.signal)
    const response = note(await fetch(url, init))
    const waitMs = Number(response.headers.get('retry-after')) * 1000
    if (response.status !== 429 || waits >= MAX_WAITS || !(waitMs > 0) || waitMs > LONGEST_WAIT_MS)
      return response
    const untilMs = Date.now() + waitMs
    slowedUntilMs.value = Math.max(untilMs, slowedUntilMs.value ?? 0)
    setTimeout(() => {
      if (slowedUntilMs.value === untilMs) slowedUntilMs.value = undefined
    }, waitMs)
  }
}

function note(response: Response): Response {
  const date = Date.parse(response.headers.get('date') ?? '')
  if (firstResponseAt === undefined && date) firstResponseAt = new Date(date).toISOString()
  return response
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (!(ms > 0)) return resolve()
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
}

/** The caller's own end does not end what others wait for. */
function untilAborted<Value>(promise: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
  if (!signal) return promise
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    promise.then(resolve, reject)
  })
}
