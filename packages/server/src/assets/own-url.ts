import type { PublicAddress } from '../public-address.ts'

const UPLOADS_PATH = '/v1/uploads/'
const DEMO_PATHS: Record<string, 'song' | 'cover'> = { '/demo/song.mp3': 'song', '/demo/cover.jpg': 'cover' }
/** Names of this computer: with the same port they lead to the same service. */
const LOOPBACK_NAMES = new Set(['localhost', '127.0.0.1', '[::1]'])

/** A file of this very service that an address names. */
export type OwnFile = { kind: 'UPLOAD'; assetId: string } | { kind: 'DEMO'; name: 'song' | 'cover' }

/** The address under which an uploaded file is found again, and that can be given wherever a URL is asked. */
export function composeUploadUrl(own: PublicAddress, assetId: string): string {
  return own.url() + UPLOADS_PATH + assetId
}

/**
 * The file of ours that an address names; undefined for every other address, which is fetched like any. Ours are read from
 * where they lie: requesting them from ourselves by HTTP would need a token, and an address that the guard refuses.
 */
export function findOwnFile(own: PublicAddress, address: string): OwnFile | undefined {
  const url = URL.parse(address)
  if (!url || !isOwnOrigin(url, new URL(own.url()))) return undefined
  const name = DEMO_PATHS[url.pathname]
  if (name) return { kind: 'DEMO', name }
  const { pathname } = url
  return pathname.startsWith(UPLOADS_PATH)
    ? { kind: 'UPLOAD', assetId: pathname.slice(UPLOADS_PATH.length) }
    : undefined
}

function isOwnOrigin(url: URL, own: URL): boolean {
  if (url.origin === own.origin) return true
  const isSameDoor = url.protocol === own.protocol && url.port === own.port
  return isSameDoor && LOOPBACK_NAMES.has(url.hostname) && LOOPBACK_NAMES.has(own.hostname)
}
