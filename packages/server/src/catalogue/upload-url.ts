import type { Config } from '../config.ts'

const UPLOADS_PATH = '/v1/uploads/'

type PublicAddress = Pick<Config, 'publicUrl' | 'port'>

/** The address under which an uploaded file is found again, and that can be given wherever a URL is asked. */
export function uploadUrlOf(config: PublicAddress, assetId: string): string {
  return originOf(config) + UPLOADS_PATH + assetId
}

/** The asset that an address of ours names; undefined for every other address, which is fetched like any. */
export function findUploadId(config: PublicAddress, url: string): string | undefined {
  const { origin, pathname } = new URL(url)
  if (origin !== originOf(config) || !pathname.startsWith(UPLOADS_PATH)) return undefined
  return pathname.slice(UPLOADS_PATH.length)
}

/** Read each time: the port is known only once the service listens. */
function originOf({ publicUrl, port }: PublicAddress): string {
  return publicUrl ?? `http://localhost:${port}`
}
