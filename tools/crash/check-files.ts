import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Render } from '@songreel/contract'
import { assetKey } from '@songreel/server/internal/assets/asset-key.ts'
import { segmentKey } from '@songreel/server/internal/segments/segment-key.ts'
import type { Caller } from './caller.ts'
import { LENGTHS_SECS } from './client.ts'
import { playVideo } from './play-video.ts'
import type { RetryingDb } from './retrying-db.ts'
import { type Installation, RETENTION_DAYS } from './start-stack.ts'

const PROBES_AT_ONCE = 2
const SWEEP = fileURLToPath(new URL('./sweep.ts', import.meta.url))
const JPEG_START = 0xffd8
const JPEG_END = 0xffd9
const LONG_AGO = new Date('2020-01-01')

/** Every completed render has a file that is what its record says, and plays. */
export async function checkVideos(
  stack: Pick<Installation, 'query' | 'folder'>,
  call: Caller,
): Promise<{ findings: string[]; played: number }> {
  const rows = await stack.query<{ renderId: string }>(
    `select render_id as "renderId" from renders where status = 'COMPLETED' and files_deleted_at is null`,
  )
  const folder = join(stack.folder, 'played')
  await mkdir(folder, { recursive: true })
  const findings: string[] = []
  const known = new Map<string, Promise<string[]>>()
  const queue = [...rows]
  async function work(): Promise<void> {
    for (let row = queue.shift(); row; row = queue.shift()) {
      findings.push(...(await checkVideo({ call, folder, known }, row.renderId)))
    }
  }
  await Promise.all(Array.from({ length: PROBES_AT_ONCE }, work))
  return { findings, played: known.size }
}

type Player = { call: Caller; folder: string; known: Map<string, Promise<string[]>> }

async function checkVideo({ call, folder, known }: Player, renderId: string): Promise<string[]> {
  const render: Render | undefined = (await call('GET', `/v1/renders/${renderId}`))?.body.data
  const [file, ...more] = render?.files.filter(({ kind }) => kind === 'VIDEO') ?? []
  if (!file || more.length > 0)
    return [`render ${renderId} is complete and has ${more.length + (file ? 1 : 0)} videos`]
  const response = await fetch(file.url)
  if (response.status !== 200) return [`the file of render ${renderId} answers ${response.status}`]
  const bytes = Buffer.from(await response.arrayBuffer())
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  if (sha256 !== file.sha256 || bytes.length !== file.bytes)
    return [`the file of render ${renderId} has ${bytes.length} bytes, and its record says ${file.bytes}`]
  const secs = render!.durationSecs ?? 0
  if (!known.has(sha256)) known.set(sha256, play(join(folder, `${sha256}.mp4`), bytes, secs))
  const faults = [...(await known.get(sha256)!), ...(await checkCompanions(render!))]
  return faults.map((fault) => `render ${renderId}: ${fault}`)
}

/** A poster is a whole JPEG, and captions are of the kind that the record says. */
async function checkCompanions({ files }: Render): Promise<string[]> {
  const faults: string[] = []
  for (const { kind, url, contentType } of files.filter((file) => file.kind !== 'VIDEO')) {
    const response = await fetch(url)
    const bytes = Buffer.from(await response.arrayBuffer())
    if (response.status !== 200) faults.push(`its ${kind} (${contentType}) answers ${response.status}`)
    else if (!isWhole(bytes, contentType))
      faults.push(`its ${kind} (${contentType}) is not one, or not whole`)
  }
  return faults
}

function isWhole(bytes: Buffer, contentType: string): boolean {
  if (contentType === 'image/jpeg')
    return bytes.readUInt16BE(0) === JPEG_START && bytes.readUInt16BE(bytes.length - 2) === JPEG_END
  return contentType.startsWith('text/vtt') === bytes.subarray(0, 6).equals(Buffer.from('WEBVTT'))
}

/** At 15 pictures a second, 360 by 360; sound comes in pieces of 21 ms. */
async function play(file: string, bytes: Buffer, secs: number): Promise<string[]> {
  if (!LENGTHS_SECS.includes(secs)) return [`its video lasts ${secs} s`]
  await writeFile(file, bytes)
  try {
    const seen = playVideo(file)
    const isWhole =
      seen.pictures === 15 * secs && isAbout(seen.pictureSecs, secs) && isAbout(seen.soundSecs, secs)
    const isRight = isWhole && seen.width === 360 && seen.height === 360 && seen.faults === 0
    return isRight ? [] : [`its video does not play as it should: ${JSON.stringify(seen)}`]
  } catch (error) {
    return [`its video does not play: ${(error as Error).message}`]
  } finally {
    await rm(file)
  }
}

function isAbout(secs: number, wanted: number): boolean {
  return Math.abs(secs - wanted) < 0.05
}

/** The file that a render shows was made by the run that ended it, not by one that had lost it; linked work is another's. */
export async function checkMakers({ query }: Pick<Installation, 'query'>): Promise<string[]> {
  const rows = await query<{ renderId: string; fence: number; key: string }>(
    `select render_id as "renderId", fence::float8 as fence, video_key as key from renders join outputs using (output_id)
     where status = 'COMPLETED' and split_part(video_key, '/', 3) = render_id`,
  )
  return rows
    .filter(({ key, fence }) => key.split('/')[3] !== String(fence))
    .map(({ renderId, fence, key }) => `render ${renderId} was ended by run ${fence} and shows ${key}`)
}

/** A file that nobody deleted is there, and its render shows it; nothing is deleted before it is made. */
export async function checkLinks({ query }: Pick<Installation, 'query'>): Promise<string[]> {
  const rows = await query<{ renderId: string; outputId: string | null }>(
    `select render_id as "renderId", output_id as "outputId"
     from renders left join outputs using (output_id)
     where status = 'COMPLETED' and files_deleted_at is null and (output_id is null or deleted_at is not null)`,
  )
  const early = await query<{ renderId: string }>(
    `select render_id as "renderId" from renders where status = 'COMPLETED' and files_deleted_at < finished_at`,
  )
  const hidden = early.map(
    ({ renderId }) => `render ${renderId} says that its files were deleted before they were made`,
  )
  const lost = rows.map(({ renderId, outputId }) =>
    outputId === null
      ? `render ${renderId} is complete and has no file`
      : `render ${renderId} is complete, nobody has deleted its file, and it is gone: ${outputId}`,
  )
  return [...hidden, ...lost]
}

/** A file is there for its full time from the end of every render that shows it, its own or another's. */
export async function checkLifetimes({ query }: Pick<Installation, 'query'>): Promise<string[]> {
  const rows = await query<{ renderId: string; days: number }>(
    `select render_id as "renderId", extract(epoch from expires_at - finished_at)::float8 / 86400 as days
     from renders join outputs using (output_id)
     where status = 'COMPLETED' and files_deleted_at is null and expires_at < finished_at + make_interval(days => $1)`,
    [RETENTION_DAYS],
  )
  return rows.map(
    ({ renderId, days }) =>
      `the file of render ${renderId} goes after ${days} days instead of ${RETENTION_DAYS}`,
  )
}

/** After a sweep nothing is left that no row names, and nothing is missing that a row does name. */
export async function checkLeftovers(stack: Installation, sourceFolder: string): Promise<string[]> {
  const files = join(stack.dataDir, 'files')
  await makeOld(join(files, 'incoming'))
  const needed = await ageAllButLast(stack)
  await promisify(execFile)(process.execPath, [SWEEP, sourceFolder], {
    cwd: '/',
    env: { PATH: '/usr/bin:/bin', ...stack.environment },
  })
  const named = await listNamedKeys(stack.query)
  const stored = (await listFiles(files)).map((file) => relative(files, file))
  const works = existsSync(join(stack.dataDir, 'work')) ? await readdir(join(stack.dataDir, 'work')) : []
  const unlinked = await stack.query<{ outputId: string }>(
    `select output_id as "outputId" from outputs o where deleted_at is null and not exists (
       select from renders r where r.output_id = o.output_id and files_deleted_at is null)`,
  )
  const [{ pending }] = await stack.query('select count(*)::int as pending from pending_files')
  const gone = await stack.query<{ outputId: string }>(
    'select output_id as "outputId" from outputs where output_id = any($1) and deleted_at is not null',
    [needed],
  )
  return [
    ...gone.map(
      ({ outputId }) => `${outputId} was swept, and the last render that shows it has it for an hour more`,
    ),
    ...stored.filter((key) => !named.has(key)).map((key) => `stored, and named by no row: ${key}`),
    ...[...named]
      .filter((key) => !stored.includes(key))
      .map((key) => `named by a row, and not stored: ${key}`),
    ...unlinked.map(({ outputId }) => `stored as ${outputId}, and no render has it`),
    ...works.map((name) => `work folder left behind: ${name}`),
    ...(pending > 0 ? [`${pending} files are still noted as pending`] : []),
  ]
}

/**
 * Where several renders show one file, all but the last become so old that the file would be theirs no longer; for the last
 * its time ends in an hour. Returns the outputs that are needed still.
 */
async function ageAllButLast({ query }: Pick<Installation, 'query'>): Promise<string[]> {
  const rows = await query<{ outputId: string }>(
    `with shared as (
       select output_id, max(finished_at) as last, now() - make_interval(days => $1, hours => 1) as long_ago,
         max(finished_at) + make_interval(days => $1, hours => -1) - now() as shift
       from renders join outputs using (output_id)
       where status = 'COMPLETED' and files_deleted_at is null and deleted_at is null
       group by output_id having count(distinct finished_at) > 1
     ), aged as (
       update renders r set finished_at = case when finished_at = last then finished_at - shift else long_ago end
       from shared where r.output_id = shared.output_id and files_deleted_at is null
     )
     update outputs o set created_at = long_ago, expires_at = expires_at - shift
     from shared where o.output_id = shared.output_id
     returning o.output_id as "outputId"`,
    [RETENTION_DAYS],
  )
  return rows.map(({ outputId }) => outputId)
}

/** Files on their way count as left behind after a day, by their own date. */
async function makeOld(folder: string): Promise<void> {
  for (const name of await readdir(folder)) await utimes(join(folder, name), LONG_AGO, LONG_AGO)
}

async function listNamedKeys(query: RetryingDb['query']): Promise<Set<string>> {
  const outputs = await query<{ keys: string[] }>(
    'select array_remove(array[video_key, poster_key, srt_key, vtt_key], null) as keys from outputs where deleted_at is null',
  )
  const assets = await query<{ orgId: string; sha256: string }>(
    'select org_id as "orgId", sha256 from assets where sha256 is not null',
  )
  const segments = await query<{ orgId: string; segmentId: string }>(
    'select org_id as "orgId", segment_id as "segmentId" from segments',
  )
  return new Set([
    ...outputs.flatMap(({ keys }) => keys),
    ...segments.map(({ orgId, segmentId }) => segmentKey(orgId, segmentId)),
    ...assets.map(({ orgId, sha256 }) => assetKey(orgId, sha256)),
  ])
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}
