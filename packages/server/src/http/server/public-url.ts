import type { Server } from 'node:http'
import type { Config } from '../../config/config.ts'

/** Where clients reach the service: as set, or the port it really got. */
export function findPublicUrl(config: Pick<Config, 'publicUrl' | 'port'>, server: Server): string {
  if (config.publicUrl) return config.publicUrl
  const address = server.address()
  return `http://localhost:${typeof address === 'object' && address ? address.port : config.port}`
}
