import { isDeepStrictEqual } from 'node:util'
import type { Caller } from './caller.ts'
import type { Arrival, Fields } from './fake-network.ts'
import type { RetryingDb } from './retrying-db.ts'

/**
 * Every event tells what the record was when it happened: compared with the rows as the triggers saw them, and field by field
 * with what GET returns where nothing has happened since. Each try of an event has the same body.
 */
export async function checkEventBodies(
  query: RetryingDb['query'],
  call: Caller,
  arrivals: Arrival[],
): Promise<string[]> {
  const moments = await readMoments(query)
  // What they tell of is compared with the bucket (check-deliveries.ts).
  const isOfDelivery = ({ type }: Arrival) => type.startsWith('render.deliver')
  const first = new Map<string, Arrival>()
  const findings: string[] = []
  for (const arrival of arrivals) {
    const before = first.get(arrival.eventId)
    if (!before) first.set(arrival.eventId, arrival)
    else findings.push(...diffTries(before, arrival))
  }
  for (const arrival of first.values()) {
    if (isOfDelivery(arrival)) continue
    const moment = moments.get(arrival.eventId)
    const found = moment
      ? [...diffMoment(arrival, moment), ...(await diffPresent(call, arrival, moment))]
      : ['nothing ended that it could tell of']
    findings.push(...found.map((what) => `event ${arrival.eventId} (${arrival.type}): ${what}`))
  }
  return findings
}

/** Whether the receiver had it before is no part of the event. */
function diffTries({ isAccepted: _, ...before }: Arrival, { isAccepted: __, ...again }: Arrival): string[] {
  return diff(before, again).map((what) => `event ${again.eventId}, sent again: ${what}`)
}

/** What was so when something ended. */
type Moment = {
  eventId: string
  /** The row of the render or batch. */
  row: Fields
  /** A render's file. */
  output: Fields | null
  /** The rows of a batch's renders. */
  renders: Fields[] | null
  /** Whether it has not been tried again since. */
  isPresent: boolean
}

async function readMoments(query: RetryingDb['query']): Promise<Map<string, Moment>> {
  const rows = await query<Moment>(
    `select event_id as "eventId", e.render as row, output, null as renders, r.attempt = e.attempt as "isPresent"
     from webhook_events w join crash.endings e on w.occasion = e.render_id || ':' || e.attempt
       join renders r on r.render_id = e.render_id
     union all
     select event_id, c.batch, null, c.renders, b.round = c.round and b.finished_at is not null
     from webhook_events w join crash.closings c on w.occasion = c.batch_id || ':' || c.round
       join batches b on b.batch_id = c.batch_id`,
  )
  return new Map(rows.map((row) => [row.eventId, row]))
}

function diffMoment({ data, renderId }: Arrival, { row, output, renders }: Moment): string[] {
  const told = renderId === undefined ? tellBatch(row, renders ?? []) : tellRender(row, output)
  const said = Object.fromEntries(Object.keys(told).map((name) => [name, data[name]]))
  return diff(told, renderId === undefined ? pickBatch(said) : pickRender(said))
}

/** What the rows say of a render, in the words of the record. */
function tellRender(row: Fields, output: Fields | null): Fields {
  return {
    ...tellInBatch(row),
    batchId: row.batch_id,
    attempt: row.attempt,
    variation: row.variation,
    requiredData: row.required_data,
    videoSettings: row.video_settings,
    finishedAt: toMoment(row.finished_at),
    files: output ? [{ bytes: output.bytes, sha256: output.sha256 }] : [],
  }
}

function tellInBatch(row: Fields): Fields {
  return {
    renderId: row.render_id,
    contentId: row.content_id,
    status: row.status,
    progress: row.progress,
    fileName: row.file_name,
    ...(row.status === 'FAILED' && { error: row.error }),
  }
}

function tellBatch(row: Fields, renders: Fields[]): Fields {
  const { total, completed, failed, canceled } = row
  return {
    batchId: row.batch_id,
    ref: row.ref,
    mediaId: row.media_id,
    status: row.status,
    finishedAt: toMoment(row.finished_at),
    isFinal: true,
    counts: { total, pending: 0, active: 0, completed, failed, canceled },
    renders: renders.map(tellInBatch),
  }
}

function toMoment(value: unknown): string {
  return new Date(String(value)).toISOString()
}

/** Only a video's file has a size and a hash in its record. */
function pickRender(said: Fields): Fields {
  const files = (said.files as Fields[]).filter(({ kind }) => kind === 'VIDEO')
  return { ...said, files: files.map(({ bytes, sha256 }) => ({ bytes, sha256 })) }
}

function pickBatch(said: Fields): Fields {
  const names = ['renderId', 'contentId', 'status', 'progress', 'fileName', 'error']
  const pick = (render: Fields) =>
    Object.fromEntries(names.filter((name) => name in render).map((name) => [name, render[name]]))
  return { ...said, renders: (said.renders as Fields[]).map(pick) }
}

async function diffPresent(
  call: Caller,
  { data, batchId, renderId }: Arrival,
  { isPresent }: Moment,
): Promise<string[]> {
  if (!isPresent) return []
  const path = renderId === undefined ? `/v1/batches/${batchId}` : `/v1/renders/${renderId}`
  const record: Fields | undefined = (await call('GET', path))?.body.data
  return record ? diff(data, record).map((what) => `unlike GET: ${what}`) : [`GET ${path} has no record`]
}

/** Fields that go when the client deletes the files of a render: it may do so after the event. */
const OF_FILES = ['renderUrl', 'posterUrl', 'files', 'expiresAt', 'filesDeletedAt']

/** Every field in which two records differ that may not. */
export function diff(one: unknown, other: unknown, path = ''): string[] {
  if (Array.isArray(one) && Array.isArray(other) && one.length === other.length)
    return one.flatMap((item, index) => diff(item, other[index], `${path}[${index}]`))
  if (!isFields(one) || !isFields(other))
    return isDeepStrictEqual(one, other) ? [] : [`${path} is ${show(one)} and ${show(other)}`]
  const isDeleted = 'filesDeletedAt' in one || 'filesDeletedAt' in other
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])]
  return (
    names
      // Until when an address opens depends on when it was signed, which is when it was sent or read.
      // A delivery begins when a render has ended, and goes on.
      .filter(
        (name) =>
          name !== 'renderUrlExpiresAt' && name !== 'delivered' && !(isDeleted && OF_FILES.includes(name)),
      )
      .flatMap((name) => {
        const at = path ? `${path}.${name}` : name
        if (/url$/i.test(name) && name !== 'webhookUrl')
          return diff(openUrl(one[name]), openUrl(other[name]), at)
        // Whoever is linked to the file later gives it more time.
        if (name === 'expiresAt' && name in one && name in other) return []
        return diff(one[name], other[name], at)
      })
  )
}

/** Without its signature, which is made anew each time. */
function openUrl(url: unknown): unknown {
  return typeof url === 'string' ? url.split('?')[0] : url
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function show(value: unknown): string {
  return (JSON.stringify(value) ?? 'missing').slice(0, 200)
}
