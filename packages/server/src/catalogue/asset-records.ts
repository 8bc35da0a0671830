import { Readable } from 'node:stream'
import type { AssetKind, ErrorDetail, LyricsFacts } from '@songreel/contract'
import { parseLyrics } from '@songreel/kit/lyrics'
import { RenderError } from '@songreel/render'
import { describeLyrics } from '../assets/describe-lyrics.ts'
import { getMaxBytes } from '../assets/max-bytes.ts'
import { noteAssetFile } from '../assets/note-asset-file.ts'
import { findOwnFile } from '../assets/own-url.ts'
import { invalidField, ServiceError } from '../errors.ts'
import { refuseForbiddenUrl } from '../outbound/refuse-forbidden-url.ts'
import { collectAssetJob } from '../queue/all-jobs.ts'
import type { Services } from '../services.ts'
import { type AssetProbe, type AssetRow, findAssets, insertAssets, type NewAsset } from '../store/assets.ts'
import type { Db } from '../store/schema.ts'
import type { Source } from '../store/statement.ts'

/** What making records with files takes of the services. */
export type CatalogueDeps = Pick<Services, 'queue' | 'storage' | 'config' | 'address'>

/** A file that a request names: in which field, what it is to be, and where it is. */
export type WantedAsset = { field: string; kind: AssetKind; url: string }

/** Which uploads can stand for what: a song may be taken from a video, and a PNG is a logo where one is asked for. */
const FITTING: Record<AssetKind, AssetKind[]> = {
  IMAGE: ['IMAGE'],
  AUDIO: ['AUDIO', 'VIDEO'],
  VIDEO: ['VIDEO'],
  TEXT: ['TEXT'],
  LOGO: ['LOGO', 'IMAGE'],
  FONT: ['FONT'],
  // What an exporter wrote in an order of its own looks like any other text.
  ANIMATION: ['ANIMATION', 'TEXT'],
}
const NOUNS: Record<AssetKind, string> = {
  IMAGE: 'an image',
  AUDIO: 'a song',
  VIDEO: 'a video',
  TEXT: 'lyrics',
  LOGO: 'a logo (PNG or SVG)',
  FONT: 'a font (TTF, OTF or WOFF2)',
  ANIMATION: 'an animation (Lottie JSON or .lottie)',
}
/** What is said at once of an upload that turned out to be unusable. */
const INVALID: Partial<Record<AssetKind, 'FONT_INVALID' | 'LOGO_INVALID' | 'ANIMATION_INVALID'>> = {
  LOGO: 'LOGO_INVALID',
  FONT: 'FONT_INVALID',
  ANIMATION: 'ANIMATION_INVALID',
}

const NOT_PROBED: AssetProbe = {
  width: null,
  height: null,
  durationSecs: null,
  codec: null,
  aspectRatio: null,
  loudness: null,
  lyrics: null,
  font: null,
  animation: null,
}

/**
 * Makes the records of files that URLs name and queues their fetching, in the transaction of whatever asks for
 * them: nothing is fetched for what was never stored. Ids come back in order.
 */
export async function createAssets(
  services: CatalogueDeps,
  db: Db,
  orgId: string,
  wanted: WantedAsset[],
): Promise<string[]> {
  const uploads = await findUploads(services, db, orgId, wanted)
  for (const asset of wanted)
    if (!findOwnFile(services.address, asset.url)) refuseForbiddenUrl(services.config, asset.field, asset.url)
  const assets = wanted.map((asset) => describeNew(asset, uploads.get(asset)))
  const assetIds = await insertAssets(db, orgId, assets)
  await enqueueCollection(
    services,
    db,
    orgId,
    assetIds.filter((_, index) => assets[index]?.status === 'PENDING'),
  )
  return assetIds
}

/** Makes a text that came inside a request an asset; its bytes are stored before the record that names them. */
export async function createLyricsAsset(
  { storage, config }: CatalogueDeps,
  db: Db,
  orgId: string,
  lyrics: { field: string; text: string },
): Promise<string> {
  const bytes = Buffer.from(lyrics.text)
  if (bytes.length > config.maxLyricsBytes) {
    throw invalidField(lyrics.field, 'TOO_LONG', `must have at most ${config.maxLyricsBytes} bytes`)
  }
  const found = parseAsSent(lyrics)
  const file = await storage.putStream(Readable.from([bytes]), noteAssetFile({ db, config }, orgId), {
    maxBytes: config.maxLyricsBytes,
  })
  const contentType = 'text/plain; charset=utf-8'
  const asset = describeStored({ kind: 'TEXT', contentType, fileName: null, ...file })
  const [assetId] = await insertAssets(db, orgId, [{ ...asset, lyrics: found }])
  return assetId as string
}

/** Rejects unreadable lyrics at once, while the sender can still fix them. */
function parseAsSent({ field, text }: { field: string; text: string }): LyricsFacts {
  try {
    return describeLyrics(parseLyrics(text, 0))
  } catch (error) {
    if (!(error instanceof RenderError)) throw error
    const message = `${field}: ${error.message}`
    const details = [{ field, code: error.code, message }]
    throw new ServiceError('LYRICS_INVALID', { message, details, cause: error })
  }
}

/** A file whose bytes are in storage. */
export type StoredAsset = Pick<AssetRow, 'kind' | 'contentType' | 'fileName'> & {
  bytes: number
  sha256: string
}

/** Makes the record of a file that is in storage already; text needs no probing, so it is ready at once. */
export async function createStoredAsset(
  services: Pick<CatalogueDeps, 'queue'>,
  db: Db,
  orgId: string,
  file: StoredAsset,
): Promise<string> {
  const asset = describeStored(file)
  const [assetId] = (await insertAssets(db, orgId, [asset])) as [string]
  if (asset.status === 'PENDING') await enqueueCollection(services, db, orgId, [assetId])
  return assetId
}

function describeStored({ kind, contentType, fileName, bytes, sha256 }: StoredAsset): NewAsset {
  const status = kind === 'TEXT' ? 'READY' : 'PENDING'
  return { kind, status, sourceUrl: null, contentType, fileName, bytes, sha256, ...NOT_PROBED }
}

/** The stored files behind those URLs that are uploads of this organization; all errors are reported together. */
export async function findUploads(
  services: Pick<CatalogueDeps, 'address' | 'config'>,
  db: Source,
  orgId: string,
  wanted: WantedAsset[],
): Promise<Map<WantedAsset, AssetRow>> {
  const idOf = new Map(wanted.map((asset) => [asset, findUploadId(services, asset.url)]))
  const uploadIds = [...idOf.values()].filter((assetId) => assetId !== undefined)
  if (uploadIds.length === 0) return new Map()
  const rows = new Map((await findAssets(db, orgId, uploadIds)).map((row) => [row.assetId, row]))
  const found = new Map<WantedAsset, AssetRow>()
  const details: ErrorDetail[] = []
  for (const [asset, assetId] of idOf) {
    if (assetId === undefined) continue
    const row = rows.get(assetId)
    refuseInvalid(asset, row)
    const error = findUploadError(services, asset, row)
    if (error) details.push(error)
    else if (row) found.set(asset, row)
  }
  if (details.length > 0)
    throw new ServiceError('VALIDATION_ERROR', { message: details[0]?.message, details })
  return found
}

function findUploadId({ address }: Pick<CatalogueDeps, 'address'>, url: string): string | undefined {
  const own = findOwnFile(address, url)
  return own?.kind === 'UPLOAD' ? own.assetId : undefined
}

function findUploadError(
  { config }: Pick<CatalogueDeps, 'config'>,
  { field, kind, url }: WantedAsset,
  row: AssetRow | undefined,
): ErrorDetail | undefined {
  if (!row?.sha256) {
    return {
      field,
      code: 'UPLOAD_NOT_FOUND',
      message: `${field} names an upload that does not exist: ${url}.`,
    }
  }
  if (!fits(kind, row)) {
    const message = `${field} must be ${NOUNS[kind]}; this upload is ${row.contentType}.`
    return { field, code: 'WRONG_KIND', message }
  }
  const maxBytes = getMaxBytes(kind, config)
  if ((row.bytes ?? 0) <= maxBytes) return undefined
  const message = `${field} must have at most ${maxBytes} bytes; this upload has ${row.bytes}.`
  return { field, code: 'TOO_LARGE', message }
}

function fits(kind: AssetKind, row: AssetRow): boolean {
  // Of pictures, only a PNG can be a logo: what this one is was detected from its bytes.
  if (kind === 'LOGO' && row.kind === 'IMAGE') return row.contentType === 'image/png'
  return FITTING[kind].includes(row.kind)
}

/** An upload that was looked at as a logo, a font or an animation and could not be read will not be read the next time. */
function refuseInvalid({ field, kind }: WantedAsset, row: AssetRow | undefined): void {
  const code = INVALID[kind]
  if (!code || row?.kind !== kind || row.error?.code !== code) return
  const message = `${field}: ${row.error.message}`
  throw new ServiceError(code, { message, details: [{ field, code, message }] })
}

/** What probing found out of an upload holds for its bytes wherever they are used again as the same kind. */
function describeNew({ kind, url }: WantedAsset, upload: AssetRow | undefined): NewAsset {
  if (!upload) {
    const nothingKnown = { fileName: null, contentType: null, bytes: null, sha256: null, ...NOT_PROBED }
    return { kind, status: 'PENDING', sourceUrl: url, ...nothingKnown }
  }
  const { assetId: _, createdAt: __, error: ___, ...facts } = upload
  const isProbed =
    upload.status === 'READY' && upload.kind === kind && (kind !== 'TEXT' || upload.lyrics !== null)
  return {
    ...facts,
    ...(!isProbed && NOT_PROBED),
    kind,
    status: isProbed ? 'READY' : 'PENDING',
    sourceUrl: url,
  }
}

async function enqueueCollection(
  { queue }: Pick<CatalogueDeps, 'queue'>,
  db: Db,
  orgId: string,
  assetIds: string[],
): Promise<void> {
  if (assetIds.length === 0) return
  await queue.enqueueMany(
    db,
    collectAssetJob,
    assetIds.map((assetId) => ({ payload: { assetId }, orgId })),
  )
}
