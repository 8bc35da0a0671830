import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'

/** The hash of a file, in hexadecimal digits. */
export async function hashFile(path: string, algorithm = 'sha256'): Promise<string> {
  const hash = createHash(algorithm)
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

/** The sums that can be checked, by their names without signs. */
const ALGORITHMS: Record<string, string> = {
  ...{ MD5: 'md5', SHA1: 'sha1', SHA: 'sha1', RMD160: 'ripemd160' },
  ...{ SHA224: 'sha224', SHA256: 'sha256', SHA384: 'sha384', SHA512: 'sha512' },
}

/** How a hash sum is called here; undefined for one that can't be checked. */
export function findAlgorithm(name: string): string | undefined {
  return ALGORITHMS[name.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')]
}
