import type { FastifyInstance } from 'fastify'
import { findPortHolder } from './port-holder.ts'

const PORTS_TO_TRY = 20

/** A port that is taken; the message says by whom and what to set. */
export class PortTakenError extends Error {
  constructor(port: number, options: ErrorOptions) {
    const holder = findPortHolder(port)
    super(`Port ${port} is taken${holder ? ` by ${holder}` : ''}. Set SONGREEL_PORT to another one.`, options)
    this.name = 'PortTakenError'
  }
}

type Listen = { host: string; port: number; mayMove: boolean }

/** Opens the port; a person at a terminal gets the next free one, everybody else an error. */
export async function listen(
  app: Pick<FastifyInstance, 'listen' | 'server'>,
  { host, port, mayMove }: Listen,
): Promise<number> {
  const last = mayMove && port !== 0 ? port + PORTS_TO_TRY : port
  for (let candidate = port; ; candidate++) {
    try {
      await app.listen({ host, port: candidate })
      const address = app.server.address()
      return typeof address === 'object' && address ? address.port : candidate
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
      if (candidate >= last) throw new PortTakenError(port, { cause: error })
    }
  }
}
