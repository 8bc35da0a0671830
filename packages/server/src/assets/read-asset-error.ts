import { RENDER_FAILURES, type RenderFailureCode } from '@songreel/contract'
import { isDiskFull, RenderError } from '@songreel/render'
import { ServiceError } from '../errors.ts'
import type { AssetRow } from '../store/assets.ts'
import { isTransientDbError } from '../store/retry-transient.ts'
import { WorkError } from '../work-error.ts'

type NamedAsset = Pick<AssetRow, 'sourceUrl'>

/** What went wrong with a file: the host, what was seen, what to do, and whether another attempt may help. */
export function readAssetError(error: unknown, asset: NamedAsset, fileName: string): WorkError {
  // A full disk is waited out like an outage: somebody makes room, and the file's turn comes without being asked for.
  if (isDiskFull(error))
    return error instanceof WorkError && error.facts.problem
      ? new WorkError(error.code, { ...error.facts, isOutage: true, cause: error.cause })
      : new WorkError('STORAGE_FULL', { isTransient: true, isOutage: true, cause: error })
  const nameSeen = (seen: string) => nameSource(seen, fileName, asset)
  if (error instanceof WorkError)
    return error.facts.isFileGone
      ? new WorkError(error.code, {
          ...error.facts,
          seen: nameSeen(error.facts.seen ?? ''),
          cause: error.cause,
        })
      : error
  if (error instanceof ServiceError && error.code === 'STORAGE_QUOTA_EXCEEDED')
    // Waiting doesn't help against a quota: somebody has to delete something.
    return new WorkError(error.code, { seen: error.message, advice: '', cause: error })
  if (error instanceof ServiceError && error.code === 'BODY_TOO_LARGE')
    return new WorkError('ASSET_TOO_LARGE', { seen: nameSeen(error.message), cause: error })
  if (error instanceof RenderError && error.code !== 'INTERNAL' && error.code in RENDER_FAILURES)
    return readEngineError(error, nameSeen)
  // A failure of ours, not of the host or the file: show no internals.
  return new WorkError('INTERNAL', { isTransient: true, isOutage: isTransientDbError(error), cause: error })
}

/** A message about a file says where it came from: its owner knows it by that. */
export function nameSource(message: string, fileName: string, { sourceUrl }: NamedAsset): string {
  const source = sourceUrl ? (URL.parse(sourceUrl)?.host ?? 'its address') : 'the upload'
  const named = `${fileName} from ${source}`
  return message.includes(fileName) ? message.replace(fileName, named) : `${named}: ${message}`
}

function readEngineError(error: RenderError, nameSeen: (seen: string) => string): WorkError {
  const { seen, advice } = error
  // If the reading process hangs or dies, the file is the likely cause. Another attempt will tell.
  if (error.code.startsWith('RENDER_')) {
    const ofReader = nameSeen(seen.replace('The render', 'Reading it: the process'))
    const facts = { seen: ofReader, advice, isTransient: true, retryable: true, cause: error }
    return new WorkError('ASSET_CORRUPT', facts)
  }
  const code = error.code as RenderFailureCode
  return new WorkError(code, { seen: nameSeen(seen), advice, retryable: false, cause: error })
}
