import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Batch } from '@songreel/contract'
import type { Asked } from './asked.ts'
import type { Caller } from './caller.ts'
import type { Installation } from './start-stack.ts'
import { waitUntil } from './wait-until.ts'

/** So many videos are made once more; one of this size takes about two seconds. */
const MOST_FRESH = 6
const FRESH_LIMIT_MS = 180_000
/** Templates that take something from the seed: with another one they show another video. */
const SEEDED = new Set(['LYRIC_QUOTE_CARD'])
const ROLES = ['video', 'poster', 'srt', 'vtt'] as const

type Role = (typeof ROLES)[number]

/** A finished render and its files. */
type Shown = Record<Role, string | null> & {
  renderId: string
  batchId: string
  mediaId: string
  position: number
  /** The files are another render's. */
  isLinked: boolean
  /** It was begun more than once, or not made whole by one worker. */
  isAgain: boolean
}

/** A finished render, what was asked for, and the hashes of what came of it. */
type Content = Shown & {
  asked: Asked
  inputs: string
  look: string
  hashes: Record<Role, string | undefined>
}

const SHOWN = `
  select render_id as "renderId", batch_id as "batchId", renders.media_id as "mediaId", position, 
    attempt > 1 or losses > 0 or coalesce(segments_kept, 0) > 0
      or exists (select from render_helpers where render_helpers.render_id = renders.render_id) as "isAgain",
    split_part(video_key, '/', 3) <> render_id as "isLinked",
    video_key as video, poster_key as poster, srt_key as srt, vtt_key as vtt
  from renders join outputs using (output_id) join batches using (batch_id)
  where renders.status = 'COMPLETED' and files_deleted_at is null and deleted_at is null`

/**
 * What a render shows is what was asked for: the same request gives the same bytes, another one gives others, and a video that
 * was linked or run again is what a fresh render makes.
 */
export async function checkContents(
  { query, dataDir }: Pick<Installation, 'query' | 'dataDir'>,
  call: Caller,
  asked: Asked[],
): Promise<{ findings: string[]; compared: number }> {
  const contents: Content[] = []
  const hashFile = createHasher(join(dataDir, 'files'))
  const findings: string[] = []
  for (const shown of await query<Shown>(SHOWN)) {
    const found = asked.find(({ batchIds }) => batchIds.has(shown.batchId))
    if (!found) continue
    const { seed } = found.body.serviceParams
    const entry = found.body.renders[shown.position]
    const inputs = JSON.stringify([shown.mediaId, entry, seed])
    const look = SEEDED.has(entry?.contentId ?? '') ? inputs : JSON.stringify([shown.mediaId, entry])
    const hashes = await hashAll(shown, hashFile)
    for (const role of ROLES)
      if (shown[role] !== null && hashes[role] === undefined)
        findings.push(`render ${shown.renderId} names ${shown[role]}, which is not there or empty`)
    contents.push({ ...shown, asked: found, inputs, look, hashes })
  }
  findings.push(...compareAll(contents))
  const fresh = chooseForFresh(contents)
  for (const content of fresh) findings.push(...(await compareWithFresh({ query, call, hashFile }, content)))
  return { findings, compared: fresh.length }
}

type Hasher = (key: string) => Promise<string | undefined>

function createHasher(folder: string): Hasher {
  const known = new Map<string, Promise<string | undefined>>()
  const hash = async (key: string) => {
    const bytes = await readFile(join(folder, key)).catch(() => undefined)
    return bytes?.length ? createHash('sha256').update(bytes).digest('hex') : undefined
  }
  return (key) => {
    if (!known.has(key)) known.set(key, hash(key))
    return known.get(key)!
  }
}

async function hashAll(shown: Shown, hashFile: Hasher): Promise<Content['hashes']> {
  const hashOf = async (role: Role) => [role, shown[role] === null ? undefined : await hashFile(shown[role])]
  return Object.fromEntries(await Promise.all(ROLES.map(hashOf)))
}

function compareAll(contents: Content[]): string[] {
  const byInputs = Map.groupBy(contents, ({ inputs }) => inputs)
  const findings: string[] = []
  for (const [first, ...others] of byInputs.values())
    for (const other of others)
      for (const role of ROLES)
        if (other.hashes[role] !== first!.hashes[role])
          findings.push(
            `renders ${first!.renderId} and ${other.renderId} are the same work, and their ${role} is not`,
          )
  for (const [first, ...others] of Map.groupBy(contents, ({ hashes }) => hashes.video).values()) {
    const other = others.find(({ look }) => look !== first!.look)
    if (other)
      findings.push(
        `renders ${first!.renderId} and ${other.renderId} show the same video for ${first!.look} and ${other.look}`,
      )
  }
  return findings
}

/** Those first that were both linked and run again; each work once. */
function chooseForFresh(contents: Content[]): Content[] {
  const rank = ({ isLinked, isAgain }: Content) => Number(isLinked) + Number(isAgain)
  const byInputs = new Map<string, Content>()
  for (const content of contents.filter((one) => rank(one) > 0).sort((a, b) => rank(a) - rank(b)))
    byInputs.set(content.inputs, content)
  const chosen = [...byInputs.values()].sort((a, b) => rank(b) - rank(a))
  const [linked, again] = [
    chosen.filter(({ isLinked }) => isLinked),
    chosen.filter(({ isLinked }) => !isLinked),
  ]
  const half = Math.max(MOST_FRESH / 2, MOST_FRESH - again.length)
  return [...linked.slice(0, half), ...again].slice(0, MOST_FRESH)
}

type Comparison = { query: Installation['query']; call: Caller; hashFile: Hasher }

async function compareWithFresh(
  { query, call, hashFile }: Comparison,
  { renderId, mediaId, position, asked, hashes, isLinked }: Content,
): Promise<string[]> {
  const { serviceParams, renders } = asked.body
  const { seed, priority } = serviceParams
  const body = { mediaId, serviceParams: { seed, priority }, renders: [renders[position]] }
  const created = await call('POST', '/v1/batches', body, { 'Cache-Control': 'no-cache' })
  const batchId = created?.body.data?.batchId
  const isFinal = async () => {
    const batch: Batch | undefined = (await call('GET', `/v1/batches/${batchId}`))?.body.data
    return Boolean(batch?.isFinal)
  }
  await waitUntil(isFinal, { limitMs: FRESH_LIMIT_MS })
  const [fresh] = await query<Shown>(`${SHOWN} and batch_id = $1`, [batchId])
  if (!fresh) return [`render ${renderId} could not be made once more, as batch ${batchId}`]
  const expected = await hashAll(fresh, hashFile)
  return ROLES.filter((role) => expected[role] !== hashes[role]).map(
    (role) =>
      `render ${renderId} was ${isLinked ? 'linked' : 'run again'}, and its ${role} is not that of a fresh render, ${fresh.renderId}`,
  )
}
