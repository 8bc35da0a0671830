import { RECORDED_URL } from '@songreel/server/internal/examples/recorded-examples.ts'

/** When a month ends, it ends in the story. */
const MONTH_END = '2026-12-01T00:00:00.000Z'
/** When the story begins. */
const BEGIN = '2026-11-14T09:30:00.123Z'
const LINK_END = '2026-11-21T09:30:12.000Z'
/** Moments by the field they stand in: each run gives the same ones, and they follow one another. */
const MOMENTS: Record<string, string> = {
  createdAt: BEGIN,
  startedAt: '2026-11-14T09:30:00.871Z',
  finishedAt: '2026-11-14T09:30:09.412Z',
  timestamp: '2026-11-14T09:30:09.412Z',
  at: '2026-11-14T09:30:09.540Z',
  nextAttemptAt: '2026-11-14T09:30:14.702Z',
  lastDeliveredAt: '2026-11-14T09:30:09.624Z',
  lastUsedAt: '2026-11-14T09:41:27.300Z',
  revokedAt: '2026-11-16T18:02:44.518Z',
  filesDeletedAt: '2026-11-14T10:12:31.006Z',
  previousSecretEndsAt: '2026-11-15T09:30:00.123Z',
  renderUrlExpiresAt: LINK_END,
  expiresAt: '2026-12-14T09:30:09.412Z',
  resetsAt: MONTH_END,
}
/** Moments of a timeline, by the state that a render entered. */
const CHAPTERS: Record<string, string> = {
  PENDING: BEGIN,
  COLLECTING_ASSETS: '2026-11-14T09:30:00.871Z',
  RENDERING: '2026-11-14T09:30:02.006Z',
  UPLOADING: '2026-11-14T09:30:08.930Z',
  COMPLETED: '2026-11-14T09:30:09.412Z',
  FAILED: '2026-11-14T09:30:09.412Z',
  CANCELED: '2026-11-14T09:30:09.412Z',
}
/** Figures that no two runs share. */
const FIGURES: Record<string, number> = {
  tookMs: 84,
  uptimeSecs: 5120,
  freeBytes: 68_719_476_736,
  oldestWaitSecs: 0,
  depth: 0,
  etaSecs: 4,
  medianSecs: 1.2,
  p95Secs: 4.8,
  workSecsPerMinute: 18.4,
  cpuSecs: 9.21,
  threads: 4,
}
const PROGRESS: Record<string, number> = {
  COLLECTING_ASSETS: 4,
  RENDERING: 42,
  UPLOADING: 96,
  PROCESSING: 42,
}
/** What ended of late, minute by minute. */
const MINUTES = [
  { at: '2026-11-14T09:29:00.000Z', completed: 3, failed: 0 },
  { at: '2026-11-14T09:30:00.000Z', completed: 1, failed: 0 },
]
const MOMENT = /\b20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g
const DAY_MS = 24 * 3600 * 1000
const NEAR_MS = 60 * DAY_MS
const ID = /\b(org|art|mbn|med|ast|brd|plg|bat|rnd|shr|out|evt|dlv|key|dcr|rq)_[0-9A-HJKMNP-TV-Z]{26}\b/g
const ID_STEM = '01K9ZB3Q4V8M7N6P5R2S1T0W'
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** What is replaced as it stands: addresses of the run by those of the examples. */
export type Replacements = Record<string, string>

/** Makes the normaliser of one recording: what meant the same before means the same after. */
export function createNormaliser(replacements: Replacements): (value: unknown) => unknown {
  const ids = new Map<string, string>()

  function nameId(id: string, kind: string): string {
    if (kind === 'rq') return `rq_${ID_STEM}00`
    const known = ids.get(id) ?? `${kind}_${ID_STEM}${toBase32(ids.size)}`
    ids.set(id, known)
    return known
  }

  function normaliseText(text: string, field: string): string {
    const fixed = FIXED[field]
    if (fixed !== undefined) return fixed
    if (field === 'date' || field === 'from' || field === 'to') return moveDay(text)
    if (text.includes('\ndata: {'))
      return text.replace(EVENT_DATA, (_, data) => `data: ${normaliseJson(data)}`)
    if (text.startsWith('# HELP')) return text.replace(/ [\d.]+$/gm, ' 0')
    let result = text
    for (const [from, to] of Object.entries(replacements)) result = result.replaceAll(from, to)
    return result
      .replace(ID, nameId)
      .replace(/\bsrl_(live|test)_[A-Za-z0-9]+…?/g, 'srl_$1_9fJ2…')
      .replace(/\bwhsec_[A-Za-z0-9+/=]{20,}/g, 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD')
      .replace(/songreel-test-[0-9a-f]{12}/g, 'songreel-test-9f86d081884c')
      .replace(/\/s\/[\w-]{43}\b/g, `/s/${SIGNATURE}`)
      .replace(
        /expires=\d+&signature=[\w-]+/g,
        `expires=${Date.parse(LINK_END) / 1000}&signature=${SIGNATURE}`,
      )
      .replace(/\b20\d\d-\d\d-01T00:00:00\.000Z/g, (moment) => (isNear(moment) ? MONTH_END : moment))
      .replace(MOMENT, (moment) =>
        isNear(moment) && moment !== MONTH_END ? (MOMENTS[field] ?? BEGIN) : moment,
      )
  }

  function normaliseJson(text: string): string {
    return JSON.stringify(normalise(JSON.parse(text)))
  }

  function normalise(value: unknown, field = ''): unknown {
    if (typeof value === 'string') return normaliseText(value, field)
    if (typeof value === 'number') return field === 'cpuSecs' && value === 0 ? 0 : (FIGURES[field] ?? value)
    // A dozen checks would hide the rest of the record, and two templates show what all are like.
    if (field === 'items' && isOneOfMany((value as unknown[])[0]))
      return normalise((value as unknown[]).slice(0, 2))
    // How many ended in which minute, no two runs share; two of them show how they look.
    if (field === 'minutes' && Array.isArray(value)) return MINUTES
    if (Array.isArray(value)) return value.map((entry) => normalise(entry, field))
    if (typeof value !== 'object' || value === null) return value
    const entries = Object.entries(value).map(([key, inner]) => [key, normalise(inner, key)] as const)
    return settleProgress(settleChapter(Object.fromEntries(entries)))
  }
  return (value) => normalise(value)
}

const EVENT_DATA = /^data: (.*)$/gm
const CURSOR = 'YXJ0XzAxSzlaQjNRNFY4TTdONlA1UjJTMVQwV1hZ'
/** What is another one in each run, by the field it stands in. */
const FIXED: Record<string, string> = {
  sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  workerId: '0b9e3c1e-6f0a-4d53-9a7e-2f6f7c1d8e45',
  nextCursor: CURSOR,
  cursor: CURSOR,
  // How a picture begins is enough.
  image: 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAWgAAAFoCAIAAAD1h/aC…',
}
const SIGNATURE = 'mQ3vX0yq0W1m5cO8kZl2uF7aR4tB9nE6hJ1sD0gKpLw'

/** How far a render was when it was read depends on the machine. */
function settleProgress(record: Record<string, unknown>): Record<string, unknown> {
  const progress = PROGRESS[String(record.status)]
  if (progress === undefined || !record.progress) return record
  return { ...record, progress }
}

/** A state of a timeline. */
function settleChapter(record: Record<string, unknown>): Record<string, unknown> {
  const at = CHAPTERS[String(record.status)]
  return at && Object.keys(record).join() === 'status,at' ? { ...record, at } : record
}

/** A day as far from the story's beginning as it is from today. */
function moveDay(date: string): string {
  const days = Math.round((Date.parse(date) - Date.parse(new Date().toISOString().slice(0, 10))) / DAY_MS)
  return new Date(Date.parse(BEGIN) + days * DAY_MS).toISOString().slice(0, 10)
}

function isOneOfMany(value: unknown): boolean {
  return typeof value === 'object' && value !== null && ('expected' in value || 'requiredDataSchema' in value)
}

function isNear(moment: string): boolean {
  return Math.abs(Date.parse(moment) - Date.now()) < NEAR_MS
}

function toBase32(value: number): string {
  return `${ALPHABET[Math.floor(value / 32)]}${ALPHABET[value % 32]}`
}

/** Addresses of a run: the service's own, those of the receiver of its webhooks, of files beside it, and of the store that videos are sent to. */
export function replacementsFor(
  serviceUrls: string[],
  { receiverUrl, filesUrl, storeUrl }: { receiverUrl: string; filesUrl: string; storeUrl: string },
): Replacements {
  return {
    ...Object.fromEntries(serviceUrls.map((url) => [url, RECORDED_URL])),
    [receiverUrl]: 'https://example.com/hooks/songreel',
    [filesUrl]: 'https://cdn.example.com',
    [storeUrl]: 'https://objects.example.net',
    [new URL(storeUrl).host]: 'objects.example.net',
  }
}
