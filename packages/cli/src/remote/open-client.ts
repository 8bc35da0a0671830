import { Songreel } from '@songreel/sdk'
import { CliError, EXIT } from '../cli-error.ts'
import type { Server } from './choose-server.ts'

/** A client of the chosen server; without a token there is nothing to say to it. */
export function openClient({ url, token }: Server): Songreel {
  if (token) return new Songreel({ baseUrl: url, token })
  throw new CliError(
    'UNAUTHENTICATED',
    EXIT.notAllowed,
    `There is no token for ${url}. Sign in: songreel login ${url} --token-file <file>, or set SONGREEL_TOKEN.`,
  )
}
