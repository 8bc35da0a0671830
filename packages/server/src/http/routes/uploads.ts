import multipart from '@fastify/multipart'
import { AssetPath, successOf, Upload } from '@songreel/contract'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { assetKey } from '../../assets/asset-key.ts'
import { composeUploadUrl } from '../../assets/own-url.ts'
import { createStoredAsset, type StoredAsset } from '../../catalogue/asset-records.ts'
import { storeUpload } from '../../catalogue/uploads.ts'
import { notFound, ServiceError } from '../../errors.ts'
import type { Services } from '../../services.ts'
import { getAssetRow } from '../../store/assets.ts'
import { inTransaction } from '../../store/transaction.ts'
import { runIdempotent } from '../request/idempotency.ts'
import { sendStoredFile } from '../response/send-stored-file.ts'
import type { App, Routes } from './route.ts'

const tag = { name: 'Uploads', description: 'Files sent directly, usable wherever the API takes a URL.' }
/** How long the rest of a refused upload is taken in, so that its sender gets to read the response. */
const DRAIN_MS = 10_000
const FORM_LIMITS = { files: 1, fileSize: Number.POSITIVE_INFINITY, fields: 20, parts: 25, fieldSize: 65_536 }

/** What a file comes and goes as. */
const FILE_TYPES = [
  'application/octet-stream',
  'audio/*',
  'image/*',
  'video/*',
  'text/*',
  'font/*',
  'application/zip+dotlottie',
] as const

const create = {
  config: {
    bodyTypes: ['multipart/form-data', ...FILE_TYPES],
    errors: ['STORAGE_QUOTA_EXCEEDED'],
  },
  schema: {
    tag,
    operationId: 'uploadFile',
    summary: 'Upload a file',
    description:
      'Takes a form with one file, or the bytes as the body. The type is detected from the bytes. Use the returned `url` wherever the API takes a URL.',
    response: { 201: successOf(Upload) },
  },
} as const

const read = {
  config: {
    responseType: FILE_TYPES,
    emptyResponses: { 304: 'The client has it already: `If-None-Match` names its `ETag`.' },
    errors: ['RANGE_NOT_SATISFIABLE'],
  },
  schema: {
    tag,
    operationId: 'downloadUpload',
    summary: 'Download an uploaded file',
    description: 'Whole, or in part: a `Range` gets a 206.',
    params: AssetPath,
    headers: z.object({
      Range: z.string().optional().meta({ description: 'Which bytes', example: 'bytes=0-65535' }),
      'If-None-Match': z.string().optional().meta({ description: 'The `ETag` of what the client has' }),
    }),
  },
} as const

/** Files that come as bytes instead of as an address. */
export const uploadRoutes: Routes = (app, services) => {
  // A scope of its own, because here bodies are streams and not JSON.
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.register(multipart, { limits: FORM_LIMITS })
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    registerUploads(scope as unknown as App, services)
  })
}

function registerUploads(app: App, services: Services): void {
  app.post('/v1/uploads', create, async (request, reply) => {
    const { orgId } = request.auth
    const file = await receiveFile(services, request)
    const fingerprint = [file.sha256, file.contentType, file.fileName].join('\n')
    return runIdempotent(
      services,
      request,
      reply,
      (db) =>
        inTransaction(db, async (transaction) => {
          const assetId = await createStoredAsset(services, transaction, orgId, file)
          const data = { assetId, url: composeUploadUrl(services.address, assetId) }
          return { data, message: 'File stored', location: `/v1/assets/${assetId}` }
        }),
      { fingerprint },
    )
  })

  app.get('/v1/uploads/:assetId', read, async (request, reply) => {
    const { orgId } = request.auth
    const { assetId, kind, sha256, bytes, ...row } = await getAssetRow(
      services.read,
      orgId,
      request.params.assetId,
    )
    if (sha256 === null || bytes === null) throw notFound('ASSET_NOT_FOUND', assetId)
    return sendStoredFile(services.storage, request, reply, {
      key: assetKey(orgId, sha256),
      bytes,
      sha256,
      contentType: row.contentType ?? 'application/octet-stream',
      fileName: row.fileName ?? assetId,
      // What could run as a page of ours is never shown as one: an SVG may hold a script.
      disposition: kind === 'TEXT' || kind === 'LOGO' ? 'attachment' : 'inline',
      ifLost: 'Upload it again',
    })
  })
}

async function receiveFile(services: Services, request: FastifyRequest): Promise<StoredAsset> {
  try {
    return await (request.isMultipart() ? receiveForm(services, request) : receiveBody(services, request))
  } catch (error) {
    drain(request)
    throw error
  }
}

function receiveBody(services: Services, request: FastifyRequest): Promise<StoredAsset> {
  const { 'content-length': length, 'content-type': type } = request.headers
  const file = {
    stream: request.raw,
    field: 'body',
    declaredBytes: Number(length ?? 0),
    isJson: /^[\w.-]+\/([\w.+-]+\+)?json\b/i.test(type ?? ''),
  }
  return storeUpload(services, request.auth.orgId, file)
}

/** The form is read to its end: only then is it certain that nothing of it was lost on the way. */
async function receiveForm(services: Services, request: FastifyRequest): Promise<StoredAsset> {
  let stored: StoredAsset | undefined
  try {
    for await (const part of request.parts()) {
      if (part.type !== 'file') continue
      const file = { stream: part.file, field: part.fieldname, fileName: part.filename }
      stored = await storeUpload(services, request.auth.orgId, file)
    }
  } catch (error) {
    throw toFormError(error)
  }
  if (stored) return stored
  throw new ServiceError('BAD_REQUEST', { message: 'The form holds no file. Send one, in any field.' })
}

function toFormError(error: unknown): unknown {
  if (error instanceof ServiceError || (error as NodeJS.ErrnoException).syscall !== undefined) return error
  const isSecondFile = (error as NodeJS.ErrnoException).code === 'FST_FILES_LIMIT'
  const message = isSecondFile
    ? 'The form holds more than one file. Send one file per upload.'
    : 'The form is malformed or cut off. Send it again, with the boundary that its Content-Type names.'
  return new ServiceError('BAD_REQUEST', { message, cause: error })
}

function drain({ raw }: FastifyRequest): void {
  if (raw.complete || raw.destroyed) return
  raw.unpipe()
  raw.resume()
  setTimeout(() => raw.complete || raw.destroy(), DRAIN_MS).unref()
}
