import type { FastifyInstance } from 'fastify'
import { StartError } from '../../start-error.ts'
import { findPortHolder } from './port-holder.ts'

const PORTS_TO_TRY = 20

/** What can be listened with: the API, or a worker's small server. */
export type Listener = Pick<FastifyInstance, 'listen' | 'server'>

type Listen = {
  host: string
  port: number
  mayMove: boolean
  /** Which setting the port came from. */
  setting?: string
}

/** Opens the port; where it may move, the next free one is taken instead of failing. */
export async function listen(
  app: Listener,
  { host, port, mayMove, setting = 'SONGREEL_PORT' }: Listen,
): Promise<number> {
  const last = mayMove && port !== 0 ? Math.min(65_535, port + PORTS_TO_TRY) : port
  for (let candidate = port; ; candidate++) {
    try {
      await app.listen({ host, port: candidate })
      const address = app.server.address()
      return typeof address === 'object' && address ? address.port : candidate
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE')
        throw explain(error, host, `${setting} is ${candidate}`)
      if (candidate >= last) throw portTaken(port, setting, error)
    }
  }
}

function portTaken(port: number, setting: string, cause: unknown): StartError {
  const holder = findPortHolder(port)
  const message = `Port ${port} is taken${holder ? ` by ${holder}` : ''}. Set ${setting} to another one.`
  return new StartError('PORT_TAKEN', { message, cause })
}

/** What the system says of a host or port that cannot be had. */
function explain(cause: unknown, host: string, port: string): unknown {
  const reasons: Record<string, string> = {
    ENOTFOUND: `SONGREEL_HOST is ${host}, a name that is not known. Set an address of this computer, such as 127.0.0.1 or 0.0.0.0.`,
    EAI_AGAIN: `SONGREEL_HOST is ${host}, a name that cannot be looked up. Set an address of this computer, such as 127.0.0.1 or 0.0.0.0.`,
    EADDRNOTAVAIL: `SONGREEL_HOST is ${host}, which is no address of this computer. Set one that is, such as 127.0.0.1 or 0.0.0.0.`,
    EAFNOSUPPORT: `SONGREEL_HOST is ${host}, a kind of address that this computer does not use. Set 127.0.0.1 or 0.0.0.0.`,
    EINVAL: `SONGREEL_HOST is ${host}, which cannot be listened on. Set an address of this computer, such as 127.0.0.1 or 0.0.0.0.`,
    EACCES: `${port}, which this user may not open. Set one above 1023.`,
  }
  const message = reasons[(cause as NodeJS.ErrnoException).code ?? '']
  return message ? new StartError('SETTING_UNUSABLE', { message, cause }) : cause
}
