import { type ErrorDetail, RENDER_FAILURES, type RenderFailureCode } from '@songreel/contract'
import { RenderError } from '@songreel/render'
import { ServiceError } from '../errors.ts'
import { DownloadError } from '../outbound/download-error.ts'
import type { AssetRow } from '../store/assets.ts'
import type { AssetError } from '../store/schema.ts'
import { isDiskFull, MissingFileFault, StorageFault } from './storage-fault.ts'

/** A file that is not here yet and may come with another try. */
export class PassingAssetFault extends Error {
  readonly fault: AssetError
  /** The database or the store is away: no try of this file would do better than another. */
  readonly isOutage: boolean

  constructor(fault: AssetError, { isOutage, ...options }: ErrorOptions & { isOutage: boolean }) {
    super(fault.message, options)
    this.name = 'PassingAssetFault'
    this.fault = fault
    this.isOutage = isOutage
  }
}

type NamedAsset = Pick<AssetRow, 'sourceUrl'>

/** What went wrong with a file, in words that are safe to show: the host, what was seen, what to do. */
export function toAssetError(error: unknown, asset: NamedAsset, fileName: string): AssetError {
  if (error instanceof DownloadError)
    return { code: error.code, message: error.message, retryable: error.retryable, ...detailsOf(error) }
  if (error instanceof ServiceError && error.code === 'STORAGE_QUOTA_EXCEEDED')
    return { code: error.code, message: error.message, retryable: true }
  if (error instanceof MissingFileFault) {
    const seen = nameSource('it is no longer in the store. Upload it again.', fileName, asset)
    return { code: 'ASSET_UNREACHABLE', message: seen, retryable: false }
  }
  const fault = findFault(error)
  if (!fault) return storedFault(error)
  const { code, seen, isPassing } = fault
  const message = adviseOn(code, nameSource(seen, fileName, asset))
  return { code, message, retryable: isPassing }
}

/** Better words than the catalogue's, which explain the code and not this message. */
const ADVICE: Partial<Record<RenderFailureCode, string>> = {
  ASSET_TYPE_MISMATCH: 'Give a link that opens the file itself, without signing in.',
}

/** The same message with what to do, where it only says what was seen. */
export function adviseOn(code: RenderFailureCode, message: string): string {
  const isAdvised = /[.] [^.]*[.]$/.test(message)
  return isAdvised ? message : `${message} ${ADVICE[code] ?? RENDER_FAILURES[code].hint.replaceAll('`', '')}`
}

/** A message about a file says where it came from: its owner knows it by that. */
export function nameSource(message: string, fileName: string, { sourceUrl }: NamedAsset): string {
  const source = sourceUrl ? (URL.parse(sourceUrl)?.host ?? 'its address') : 'the upload'
  const named = `${fileName} from ${source}`
  return message.includes(fileName) ? message.replace(fileName, named) : `${named}: ${message}`
}

type Fault = { code: RenderFailureCode; seen: string; isPassing: boolean }

function findFault(error: unknown): Fault | undefined {
  if (error instanceof ServiceError && error.code === 'BODY_TOO_LARGE')
    return { code: 'ASSET_TOO_LARGE', seen: error.message, isPassing: false }
  if (!(error instanceof RenderError) || !(error.code in RENDER_FAILURES)) return undefined
  if (error.code === 'INTERNAL' || error.code === 'STORAGE_FULL') return undefined
  const code = error.code as RenderFailureCode
  // A reader that hangs or falls does so because of the file, most likely; another try tells.
  if (code.startsWith('RENDER_'))
    return {
      code: 'ASSET_CORRUPT',
      seen: error.message.replace('The render', 'Reading it: the process'),
      isPassing: true,
    }
  return { code, seen: error.message, isPassing: false }
}

/** Neither the host's nor the file's fault: nothing inner is told. */
function storedFault(error: unknown): AssetError {
  const isFull = isDiskFull(error) || (error instanceof RenderError && error.code === 'STORAGE_FULL')
  const code = isFull ? 'STORAGE_FULL' : error instanceof StorageFault ? 'STORAGE_FAILED' : 'INTERNAL'
  return { code, message: adviseOn(code, RENDER_FAILURES[code].text), retryable: true }
}

/** Which link of the chain broke; of a refused address nothing more is told. */
function detailsOf({ facts, message }: DownloadError): { details?: ErrorDetail[] } {
  const { what, status = 0 } = facts
  if (what === undefined || what === 'refused') return {}
  const code = what === 'status' ? codeOfStatus(status) : what.toUpperCase().replaceAll('-', '_')
  return { details: [{ field: 'sourceUrl', code, message: `${message.split('. ')[0]}.` }] }
}

function codeOfStatus(status: number): string {
  if (status >= 500) return 'HTTP_5XX'
  return status >= 400 ? 'HTTP_4XX' : 'HTTP_STATUS'
}
