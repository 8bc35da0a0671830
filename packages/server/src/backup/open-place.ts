import { realpathSync } from 'node:fs'
import path from 'node:path'
import type { Config } from '../config/config.ts'
import { StartError } from '../start-error.ts'
import type { BackupPlace } from './backup-place.ts'
import { openFolderPlace } from './folder-place.ts'

/** An S3 server other than that of the service's own files. */
export type OtherServer = { endpoint?: string; region?: string }

const S3_ADDRESS = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*?))?\/*$/

/** Opens the place that a command line names: a folder, or `s3://bucket/prefix`. */
export async function openPlace(
  where: string,
  config: Config,
  other: OtherServer = {},
): Promise<BackupPlace> {
  if (!/^[a-z0-9]+:\/\//i.test(where)) return openFolder(path.resolve(where), config.dataDir)
  const [, bucket, prefix = ''] = S3_ADDRESS.exec(where) ?? []
  if (!bucket)
    throw new StartError('SETTING_UNUSABLE', {
      message: `${where} is neither a folder nor an address like s3://bucket/folder.`,
    })
  const { openS3Objects } = await import('../assets/s3-objects.ts')
  const endpoint = other.endpoint ?? config.s3Endpoint
  const objects = openS3Objects({ bucket, prefix, endpoint, region: other.region ?? config.s3Region })
  await objects.check().catch((cause) => {
    throw explain(cause, bucket, endpoint)
  })
  return { ...objects, name: where, readFreeBytes: async () => undefined }
}

/** A backup must outlive the folder that it is of. */
function openFolder(folder: string, dataDir: string): BackupPlace {
  const inside = path.relative(resolveLinks(dataDir), resolveLinks(folder))
  if (inside === '' || !inside.startsWith('..')) {
    const message = `${folder} lies in the data folder ${dataDir}, which a backup should outlive. Choose a folder elsewhere, best on another disk.`
    throw new StartError('SETTING_UNUSABLE', { message })
  }
  return openFolderPlace(folder)
}

/** The real path of as much as is there. */
function resolveLinks(folder: string): string {
  try {
    return realpathSync(folder)
  } catch {
    const parent = path.dirname(folder)
    return parent === folder ? folder : path.join(resolveLinks(parent), path.basename(folder))
  }
}

type S3Error = Error & { $metadata?: { httpStatusCode?: number } }

function explain(cause: S3Error, bucket: string, endpoint = 'AWS'): StartError {
  const status = cause.$metadata?.httpStatusCode
  const reasons: Record<number, string> = {
    404: 'there is no bucket of that name. Create it, or name another.',
    403: 'the keys are refused. Check AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and the rights on the bucket.',
    301: 'the bucket is in another region. Set SONGREEL_S3_REGION or --s3-region.',
  }
  const reason = reasons[status ?? 0] ?? `it cannot be used (${cause.name}).`
  return new StartError('STORAGE_UNREACHABLE', { message: `s3://${bucket} at ${endpoint}: ${reason}`, cause })
}
