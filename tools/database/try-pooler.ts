import { checkServer } from '@songreel/server/internal/postgres/check-server.ts'
import { type PoolerOptions, startPooler } from './pooler.ts'
import { startPrimary } from './real-postgres.ts'

/** Starts a server and a pooler in front of it, and tells what a start of the service says to it; undefined: nothing. */
export async function tryPooler(programs: string, options: PoolerOptions): Promise<string | undefined> {
  const server = await startPrimary({ programs })
  const pooler = await startPooler(server.port, options)
  try {
    await checkServer(`postgres://songreel@127.0.0.1:${pooler.port}/songreel?sslmode=disable`)
    return undefined
  } catch (error) {
    return (error as Error).message
  } finally {
    await pooler.remove()
    await server.remove()
  }
}
