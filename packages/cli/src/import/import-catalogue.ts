import { nameColumn } from '@songreel/contract/song-table'
import {
  ApiError,
  AuthenticationError,
  type CallOptions,
  type Imported,
  PermissionError,
  type Songreel,
} from '@songreel/sdk'
import type { Album } from './catalogue.ts'
import type { Change, Failure, Outcome } from './change.ts'
import { composeRow, hashFiles, type LocalFiles, listFiles, splitTracks, type Track } from './compose-rows.ts'

/** What an import works with. */
export type Import = { client: Songreel; options: CallOptions; isDryRun: boolean }

type Row = Imported['rows'][number]

/** Brings the server's catalogue to what a file says, a hundred songs at a time. A song that is refused holds up no other. */
export async function importCatalogue(
  work: Import,
  albums: readonly Album[],
  { onPortion }: { onPortion?: (changes: Change[]) => void } = {},
): Promise<Outcome> {
  const outcome: Outcome = { changes: [], failures: [], warnings: [], counts: { ...NOTHING } }
  const files: LocalFiles = { hashes: new Map(), urls: new Map() }
  const seen = new Set<string>()
  for (const tracks of splitTracks(albums)) {
    await hashFiles(tracks, files)
    const changes: Change[] = []
    for (const { track, row, failures } of await importPortion(work, tracks, files)) {
      outcome.counts.total++
      outcome.counts[STATES[row.status] ?? 'failed']++
      outcome.failures.push(...failures, ...listFailures(track, row))
      outcome.warnings.push(...(row.warnings ?? []).map((warning) => describeAt(track, warning)))
      // What a dry run made is gone again with the next portion.
      const own = row.changes.map((change) => toChange(track, change))
      changes.push(...own.filter((change) => !work.isDryRun || isFirst(seen, change)))
    }
    outcome.changes.push(...changes)
    onPortion?.(changes)
  }
  return outcome
}

const NOTHING: Outcome['counts'] = { total: 0, created: 0, updated: 0, unchanged: 0, failed: 0 }
const STATES: Record<string, 'created' | 'updated' | 'unchanged' | 'failed'> = {
  CREATED: 'created',
  UPDATED: 'updated',
  UNCHANGED: 'unchanged',
  FAILED: 'failed',
}

function isFirst(seen: Set<string>, { kind, name, code = '' }: Change): boolean {
  const key = [kind, code || name].join(' ')
  return !seen.has(key) && Boolean(seen.add(key))
}

type Result = { track: Track; row: Row; failures: Failure[] }

/** Asks first which files are wanted, where there are any on this computer; one that can't be sent fails its own rows. */
async function importPortion(work: Import, tracks: Track[], files: LocalFiles): Promise<Result[]> {
  const { client, options, isDryRun } = work
  const send = async (some: readonly Track[], dryRun: boolean) => {
    if (some.length === 0) return []
    const rows = some.map((track) => composeRow(track, files))
    return (await client.catalogue.import(rows, { ...options, dryRun: dryRun || undefined })).rows
  }
  const isLocal = tracks.flatMap(listFiles).some(([, file]) => file?.path !== undefined)
  if (isDryRun || !isLocal) {
    const rows = await send(tracks, isDryRun)
    return tracks.map((track, index) => ({ track, row: rows[index] ?? MISSING, failures: [] }))
  }
  const planned = await send(tracks, true)
  const failures = new Map<Track, Failure[]>()
  for (const [index, track] of tracks.entries()) {
    const refused = await sendFiles(work, track, planned[index] ?? MISSING, files)
    if (refused.length > 0) failures.set(track, refused)
  }
  const able = tracks.filter((track) => !failures.has(track))
  const rows = await send(able, false)
  return tracks.map((track) => ({
    track,
    row: rows[able.indexOf(track)] ?? MISSING,
    failures: failures.get(track) ?? [],
  }))
}

/** A row that was never sent. */
const MISSING: Row = { index: 0, status: 'FAILED', changes: [] }

async function sendFiles(
  { client, options }: Import,
  track: Track,
  { changes }: Row,
  { urls }: LocalFiles,
): Promise<Failure[]> {
  const wanted = changes.flatMap(({ kind, fields }) => fields.map(({ field }) => `${kind}.${field}`))
  const failures: Failure[] = []
  for (const [field, file] of listFiles(track)) {
    if (file?.path === undefined || urls.has(file.path) || !wanted.includes(field)) continue
    try {
      urls.set(file.path, (await client.uploads.create(file.path, options)).url)
    } catch (error) {
      failures.push(describeRefusal(track, field, error))
    }
  }
  return failures
}

/** What would refuse all the others, too, ends the import. */
function describeRefusal(track: Track, field: string, error: unknown): Failure {
  const isTheirs = error instanceof ApiError && error.status < 500 && error.status !== 429
  if (!isTheirs || error instanceof AuthenticationError || error instanceof PermissionError) throw error
  return { place: findPlace(track, field), message: `${error.code}: ${error.message}` }
}

function listFailures(track: Track, { error }: Row): Failure[] {
  if (!error) return []
  if (error.details.length === 0)
    return [{ place: track.song.place, message: `${error.code}: ${error.message}` }]
  return error.details.map(({ field, message }) => {
    const path = readPath(field)
    const words = message.replace(field, nameColumn(path) ?? path)
    return { place: findPlace(track, path), message: `${error.code}: ${words}` }
  })
}

function describeAt(track: Track, { field, message }: { field: string; message: string }): string {
  const path = readPath(field)
  return `${findPlace(track, path)}: ${message.replace(field, nameColumn(path) ?? path)}`
}

/** `rows[3].media.audioUrl` and its hash are both about `media.audioUrl`. */
function readPath(field: string): string {
  return field.replace(/^rows\[\d+\]\.?/, '').replace(/Sha256$/, 'Url')
}

function findPlace({ album, song }: Track, path: string): string {
  const column = nameColumn(path)
  const places = path.startsWith('media.') ? song.places : album.places
  return (column && places[column]) ?? song.place
}

const KINDS: Record<string, Change['kind']> = { artist: 'artist', mediaBundle: 'album', media: 'song' }

function toChange(
  { album, song }: Track,
  { kind, action, name, id, fields }: Row['changes'][number],
): Change {
  const code = kind === 'mediaBundle' ? album.upc : kind === 'media' ? song.isrc : undefined
  return {
    action: action === 'CREATED' ? 'CREATE' : 'UPDATE',
    kind: KINDS[kind] ?? 'song',
    name,
    ...(code && { code }),
    fields: fields.flatMap(({ field, from, to }) => {
      const column = nameColumn(`${kind}.${field}`)
      return column ? [{ field: column, ...(from && { from }), ...(to && { to }) }] : []
    }),
    ...(id && { id }),
  }
}
