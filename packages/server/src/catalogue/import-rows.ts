import type { Imported, ImportedRow, ImportRow } from '@songreel/contract'
import { ServiceError } from '../errors.ts'
import { findBundle, findSong, lockImports } from '../store/imports.ts'
import { inSavepoint, type Tx } from '../store/transaction.ts'
import { toDetail } from '../validation/issue-details.ts'
import type { CatalogueDeps } from './asset-records.ts'
import type { InvalidRow } from './import-input.ts'
import {
  findHome,
  importArtist,
  importBundle,
  importSong,
  type RowWork,
  type Said,
} from './import-records.ts'

/** Rows of one organization, as the request has them. */
export type ImportRequest = { orgId: string; rows: readonly (ImportRow | InvalidRow)[]; isDryRun: boolean }

/**
 * Brings songs with their albums and artists into the catalogue, or what is there already to what the rows say. All of it
 * is one transaction, so that a repeated request finds all or nothing; a row that fails is taken back alone.
 */
export async function importRows(
  services: CatalogueDeps,
  transaction: Tx,
  { orgId, rows, isDryRun }: ImportRequest,
): Promise<Imported> {
  await lockImports(transaction, orgId)
  const said: Said = new Map()
  const results: ImportedRow[] = []
  for (const [index, row] of rows.entries()) {
    const work: RowWork = {
      services,
      db: transaction,
      orgId,
      isDryRun,
      place: `rows[${index}]`,
      said: new Map(said),
      changes: [],
      warnings: [],
    }
    const result = await importOrFail(work, row)
    if (result.status !== 'FAILED') for (const [id, values] of work.said) said.set(id, values)
    results.push({ index, ...result })
  }
  return { rows: results, counts: countRows(results) }
}

type Result = Omit<ImportedRow, 'index'>

async function importOrFail(work: RowWork, row: ImportRow | InvalidRow): Promise<Result> {
  try {
    if ('issues' in row) throw toError(row, work.place)
    return await inSavepoint(work.db, () => importRow(work, row))
  } catch (error) {
    if (!(error instanceof ServiceError) || error.status >= 500) throw error
    const { code, message, retryable, details } = error
    return { status: 'FAILED', changes: [], error: { code, message, retryable, details } }
  }
}

async function importRow(work: RowWork, row: ImportRow): Promise<Result> {
  const { db, orgId, isDryRun, changes, warnings, place } = work
  const { media, artist } = row
  const home = await findHome(work, row)
  const there = home.bundle ?? home.song
  if (there && there.artistName !== artist.name) {
    const field = `${place}.artist.name`
    const message = `${field} is "${artist.name}", but it is ${there.artistName}'s here, and stays so.`
    warnings.push({ field, message })
  }
  const isTheirs = !there || there.artistName === artist.name
  const albumArtist = isTheirs ? await importArtist(work, artist, 'artist') : there.artistId
  const album = row.mediaBundle ?? { name: media.name }
  const bundle =
    home.bundle ??
    (home.song
      ? undefined
      : await findBundle(db, orgId, { artistId: albumArtist, name: album.name, upc: row.mediaBundle?.upc }))
  const mediaBundleId =
    home.song?.mediaBundleId ?? (await importBundle(work, album, { found: bundle, artistId: albumArtist }))
  const found = home.song ?? (bundle && (await findSongOn(work, bundle.mediaBundleId, media)))
  const artistName = there?.artistName ?? artist.name
  const songHome = { found, mediaBundleId, artistId: there?.artistId ?? albumArtist, artistName }
  const song = await importSong(work, media, songHome)
  const ids = { artistId: song.artistId, mediaBundleId, mediaId: song.mediaId }
  return {
    status: found ? (changes.length > 0 ? 'UPDATED' : 'UNCHANGED') : 'CREATED',
    // What a dry run made is not there.
    ...(!(isDryRun && changes.some(({ action }) => action === 'CREATED')) && ids),
    changes,
    ...(warnings.length > 0 && { warnings }),
  }
}

async function findSongOn({ db, orgId }: RowWork, mediaBundleId: string, { isrc, name }: ImportRow['media']) {
  const byCode = isrc ? await findSong(db, orgId, { isrc, mediaBundleId }) : undefined
  return byCode ?? findSong(db, orgId, { mediaBundleId, name, isrc })
}

function toError({ issues, input }: InvalidRow, place: string): ServiceError {
  const details = issues.map((issue) => toDetail(issue, input, place))
  const fields = [...new Set(details.map(({ field }) => field))]
  const message =
    details.length === 1
      ? details[0]?.message
      : `${details.length} faults were found, in: ${fields.join(', ')}.`
  return new ServiceError('VALIDATION_ERROR', { message, details })
}

function countRows(rows: readonly ImportedRow[]): Imported['counts'] {
  const count = (status: ImportedRow['status']) => rows.filter((row) => row.status === status).length
  return {
    total: rows.length,
    created: count('CREATED'),
    updated: count('UPDATED'),
    unchanged: count('UNCHANGED'),
    failed: count('FAILED'),
  }
}
