import {
  ARTIST_FIELDS,
  type ImportChange,
  type ImportRow,
  MEDIA_BUNDLE_FIELDS,
  MEDIA_FIELDS,
  type RecordFields,
  type Warning,
} from '@songreel/contract'
import { notFound, ServiceError } from '../errors.ts'
import {
  findArtist,
  findBundle,
  findSong,
  type KnownBundle,
  type KnownSong,
  setSongArtist,
} from '../store/imports.ts'
import type { Tx } from '../store/transaction.ts'
import { createArtist, updateArtist } from './artists.ts'
import type { CatalogueDeps } from './asset-records.ts'
import { createDifference } from './import-fields.ts'
import { createMedia, updateMedia } from './media.ts'
import { createMediaBundle, updateMediaBundle } from './media-bundles.ts'

/** What the rows so far have said of a record, field by field. */
export type Said = Map<string, { place: string; values: Record<string, string> }>

/** One row on its way into the catalogue. */
export type RowWork = {
  services: CatalogueDeps
  db: Tx
  orgId: string
  isDryRun: boolean
  /** `rows[3]` */
  place: string
  said: Said
  changes: ImportChange[]
  warnings: Warning[]
}

/** An artist as a row names one. */
type WantedArtist = ImportRow['artist']

/** Finds an artist by the exact name, or makes one; an image is set or changed. */
export async function importArtist(work: RowWork, wanted: WantedArtist, prefix: string): Promise<string> {
  const { services, db, orgId, isDryRun, place } = work
  const found = await findArtist(db, orgId, wanted.name)
  const difference = compareRecord(work, prefix, {
    described: ARTIST_FIELDS,
    id: found?.artistId,
    found,
    wanted,
  })
  const { fields, patch } = difference
  const fieldName = (field: string) => `${place}.${prefix}.${field}`
  const about = { kind: 'artist', name: wanted.name, fields } as const
  if (!found) {
    const input = { name: wanted.name, ...pickTexts(ARTIST_FIELDS, wanted), ...patch }
    const { artistId } = await createArtist(services, db, orgId, input, fieldName)
    note(work, prefix, artistId, wanted)
    work.changes.push({ ...about, action: 'CREATED', ...(!isDryRun && { id: artistId }) })
    return artistId
  }
  const { artistId } = found
  note(work, prefix, artistId, wanted)
  if (fields.length > 0) {
    await naming(fieldName, () => updateArtist(services, db, { orgId, artistId, patch }))
    work.changes.push({ ...about, action: 'UPDATED', id: artistId })
  }
  return artistId
}

/** Brings an album to what the row says. */
export async function importBundle(
  work: RowWork,
  wanted: NonNullable<ImportRow['mediaBundle']>,
  { found, artistId }: { found: KnownBundle | undefined; artistId: string },
): Promise<string> {
  const { services, db, orgId, isDryRun, place } = work
  const fieldName = (field: string) => `${place}.mediaBundle.${field}`
  const difference = compareRecord(work, 'mediaBundle', {
    described: MEDIA_BUNDLE_FIELDS,
    id: found?.mediaBundleId,
    found,
    wanted,
  })
  const { fields, patch } = difference
  const about = { kind: 'mediaBundle', name: wanted.name, fields } as const
  if (!found) {
    const { name } = wanted
    const input = { artistId, name, ...pickTexts(MEDIA_BUNDLE_FIELDS, wanted), ...patch }
    const { mediaBundleId } = await createMediaBundle(services, db, orgId, input, fieldName)
    note(work, 'mediaBundle', mediaBundleId, wanted)
    work.changes.push({ ...about, action: 'CREATED', ...(!isDryRun && { id: mediaBundleId }) })
    return mediaBundleId
  }
  const { mediaBundleId } = found
  note(work, 'mediaBundle', mediaBundleId, wanted)
  if (fields.length > 0) {
    await naming(fieldName, () => updateMediaBundle(services, db, { orgId, mediaBundleId, patch }))
    work.changes.push({ ...about, action: 'UPDATED', id: mediaBundleId })
  }
  return mediaBundleId
}

/** Where a song goes: whose it is, on what, and the one that is there already. */
type SongHome = { found: KnownSong | undefined; mediaBundleId: string; artistId: string; artistName: string }

/** Brings a song to what the row says. */
export async function importSong(
  work: RowWork,
  wanted: ImportRow['media'],
  { found, mediaBundleId, artistId, artistName }: SongHome,
): Promise<{ mediaId: string; artistId: string }> {
  const { services, db, orgId, isDryRun, place } = work
  const fieldName = (field: string) => `${place}.media.${field}`
  const owner = await findOwner(work, wanted, { artistId, artistName })
  const difference = compareRecord(work, 'media', { described: MEDIA_FIELDS, found, wanted })
  const { fields, patch } = difference
  const isMoved = wanted.artist !== undefined && owner !== (found?.artistId ?? artistId)
  if (isMoved)
    fields.push({ field: 'artist', ...(found && { from: found.artistName }), to: wanted.artist?.name })
  const about = { kind: 'media', name: wanted.name, fields } as const
  const mediaId =
    found?.mediaId ??
    (
      await createMedia(
        services,
        db,
        orgId,
        { name: wanted.name, ...pickTexts(MEDIA_FIELDS, wanted), mediaBundleId, ...patch },
        fieldName,
      )
    ).mediaId
  refuseTwin(work, mediaId)
  if (found && Object.keys(patch).length > 0)
    await naming(fieldName, () => updateMedia(services, db, { orgId, mediaId, patch }))
  if (isMoved && !(await setSongArtist(db, orgId, { mediaId, artistId: owner })))
    throw notFound('MEDIA_NOT_FOUND', mediaId)
  if (!found) work.changes.push({ ...about, action: 'CREATED', ...(!isDryRun && { id: mediaId }) })
  else if (fields.length > 0) work.changes.push({ ...about, action: 'UPDATED', id: mediaId })
  return { mediaId, artistId: wanted.artist ? owner : (found?.artistId ?? artistId) }
}

/** The song's own artist, or the album's. */
async function findOwner(
  work: RowWork,
  { artist }: ImportRow['media'],
  album: { artistId: string; artistName: string },
): Promise<string> {
  if (!artist || artist.name === album.artistName) return album.artistId
  return importArtist(work, artist, 'media.artist')
}

/** A record as a row wants it and as it is; with an id, other rows may be about it, too. */
type Comparison = { described: RecordFields; id?: string; found: object | undefined; wanted: object }

/** Compares field by field. What is new has its name and texts from its creation. */
function compareRecord(work: RowWork, prefix: string, { described, id, found, wanted }: Comparison) {
  const { place, isDryRun } = work
  const difference = createDifference({ prefix: `${place}.${prefix}`, isDryRun })
  const now = found as Record<string, never> | undefined
  const then = wanted as Record<string, never>
  if (now) difference.text('name', then.name, now.name)
  for (const [name, { kind }] of Object.entries(described)) {
    if ((kind === 'TEXT' || kind === 'BRAND') && now) difference.text(name, then[name], now[name])
    if (kind === 'LINK') difference.text(name, then[name], now?.[name])
    if (kind === 'FILES') difference.files(name, then[name], now?.[name])
    if (kind !== 'FILE' || isSaid(work, id, then)) continue
    difference.file(name, { url: then[name], sha256: then[name.replace(/Url$/, 'Sha256')] }, now?.[name])
  }
  return difference
}

/** The texts of a record, and the brand that it names, for its creation. */
function pickTexts(described: RecordFields, wanted: object): object {
  const kinds = ['TEXT', 'BRAND']
  const texts = Object.entries(wanted).filter(([name]) => kinds.includes(described[name]?.kind ?? ''))
  return Object.fromEntries(texts)
}

/** Whether an earlier row has brought this image already: a dry run has no file to show for it. */
function isSaid(
  { said }: RowWork,
  id: string | undefined,
  { imageUrl, imageSha256 }: { imageUrl?: string; imageSha256?: string },
): boolean {
  const values = said.get(id ?? '')?.values
  if (!values) return false
  return imageSha256 ? values.imageSha256 === imageSha256 : values.imageUrl === imageUrl
}

/** The rows of one import agree on what they share; otherwise the next import would change it back. */
function note(work: RowWork, prefix: string, id: string, wanted: object): void {
  const before = work.said.get(id)
  const values: Record<string, string> = { ...before?.values }
  for (const [field, value] of Object.entries(wanted) as [string, string | undefined][]) {
    if (value === undefined) continue
    const known = values[field]
    if (known !== undefined && known !== value) throw contradiction(work, `${prefix}.${field}`, before, known)
    values[field] = value
  }
  work.said.set(id, { place: before?.place ?? work.place, values })
}

function contradiction(
  { place }: RowWork,
  path: string,
  before: { place: string } | undefined,
  known: string,
): ServiceError {
  const field = `${place}.${path}`
  const message = `${field} is not what ${before?.place} says of the same record: "${known}". Say the same in all of its rows.`
  return new ServiceError('VALIDATION_ERROR', {
    message,
    details: [{ field, code: 'CONTRADICTION', message }],
  })
}

function refuseTwin({ said, place }: RowWork, mediaId: string): void {
  const twin = said.get(mediaId)
  if (twin) {
    const field = `${place}.media`
    const message = `${field} is the song of ${twin.place} again. Send each song once.`
    throw new ServiceError('VALIDATION_ERROR', { message, details: [{ field, code: 'DUPLICATE', message }] })
  }
  said.set(mediaId, { place, values: {} })
}

/** Names the fields of an error as the row has them. */
async function naming(fieldName: (field: string) => string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    const rename = (text: string, field: string) => text.replace(field, fieldName(field))
    const details = error.details.map(({ field, code, message }) => ({
      field: fieldName(field),
      code,
      message: rename(message, field),
    }))
    const message = details[0]?.message ?? error.message
    throw new ServiceError(error.code, { message, details, cause: error })
  }
}

/** The album and the song that a row means, as far as they are there already. */
export async function findHome(
  { db, orgId }: RowWork,
  { mediaBundle, media }: ImportRow,
): Promise<{ bundle: KnownBundle | undefined; song: KnownSong | undefined }> {
  const bundle = mediaBundle?.upc ? await findBundle(db, orgId, { upc: mediaBundle.upc }) : undefined
  // A song that names no album is the recording with this code, wherever it is, as in a batch.
  const song = !mediaBundle && media.isrc ? await findSong(db, orgId, { isrc: media.isrc }) : undefined
  return { bundle, song }
}
