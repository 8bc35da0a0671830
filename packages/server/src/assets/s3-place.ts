import type { Destination } from '@songreel/contract'

const DEFAULT_REGION = 'us-east-1'

/** Where a bucket's requests go. */
export type S3Place = { endpoint: string; host: string; region: string; isPathStyle: boolean }

/**
 * Finds the address of a customer's bucket. It is always said in full: the library would otherwise take the endpoint that the
 * operator's own environment names. AWS has buckets as hosts, other stores mostly as paths; where an endpoint already begins
 * with the bucket's name, the store wants it as a host.
 */
export function locateDestination({
  bucket,
  region = DEFAULT_REGION,
  endpoint,
}: Pick<Destination, 'bucket' | 'region' | 'endpoint'>): S3Place {
  if (endpoint === undefined) {
    const domain = region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com'
    const host = `s3.${region}.${domain}`
    // A certificate for *.s3… does not fit a name with more dots.
    return { endpoint: `https://${host}`, host, region, isPathStyle: bucket.includes('.') }
  }
  const url = new URL(endpoint)
  const { host } = url
  const isBucketHost = url.hostname.startsWith(`${bucket}.`)
  if (isBucketHost) url.hostname = url.hostname.slice(bucket.length + 1)
  return { endpoint: url.origin, host, region, isPathStyle: !isBucketHost }
}

/** The key of a file below a destination's prefix. */
export function joinKey(prefix: string | undefined, fileName: string): string {
  return prefix ? `${prefix.replace(/\/$/, '')}/${fileName}` : fileName
}
