import { setTimeout as sleep } from 'node:timers/promises'
import { type Forwarder, startForwarder } from '@songreel/server/testing/forwarder.ts'
import pg from 'pg'
import type { TroubledDatabase } from './database-arena.ts'
import { startPooler } from './pooler.ts'
import { promote, type RealPostgres, startPrimary, startStandby } from './real-postgres.ts'

/** Longer than the service waits for a response (35 s), so that every way out of it is tried. */
const SILENT_MS = 45_000
const CROWDED_MS = 15_000
const CROWD_EVERY_MS = 150
const CROWDED_MAX_CONNECTIONS = 45

const urlAt = (port: number) => `postgres://songreel@127.0.0.1:${port}/songreel?sslmode=disable`
const at = (port: number) => ({ host: '127.0.0.1', port })

/** One after the other, last opened first. */
type Closers = (() => Promise<void>)[]

async function closeAll(closers: Closers): Promise<void> {
  for (const close of closers.splice(0).reverse()) await close()
}

async function openWay(closers: Closers, port: number): Promise<Forwarder> {
  return startForwarder({ after: (close) => void closers.push(close) }, at(port))
}

/** The primary dies, its synchronous standby takes its place behind the same address, and gets a standby of its own. */
export async function openFailover(programs: string): Promise<TroubledDatabase> {
  const closers: Closers = []
  const servers: RealPostgres[] = []
  let primary = await startPrimary({ programs })
  servers.push(primary)
  let standby = await startStandby(primary, { programs })
  servers.push(standby)
  const way = await openWay(closers, primary.port)
  let isQuiet = false
  return {
    databaseUrl: urlAt(way.port),
    async trouble() {
      // By turns the connections end with the server, or are left hanging.
      isQuiet = !isQuiet
      if (isQuiet) way.fallSilent()
      await primary.crash()
      if (!isQuiet) way.cut()
      await promote(standby)
      way.leadTo(at(standby.port))
      way.heal()
      primary = standby
      standby = await startStandby(primary, { programs })
      servers.push(standby)
      return isQuiet ? 'failover, connections left hanging' : 'failover, connections closed'
    },
    async close() {
      await closeAll(closers)
      for (const server of servers) await server.remove()
    },
  }
}

/** Nothing gets through for a while, and nobody closes a connection. Those that were open stay dead for ever. */
export async function openSilence(programs: string): Promise<TroubledDatabase> {
  const closers: Closers = []
  const server = await startPrimary({ programs })
  closers.push(server.remove)
  const way = await openWay(closers, server.port)
  return {
    databaseUrl: urlAt(way.port),
    async trouble() {
      way.fallSilent()
      await sleep(SILENT_MS)
      way.heal()
      return `${SILENT_MS / 1000} s of silence on open connections`
    },
    close: () => closeAll(closers),
  }
}

/** Others take every connection that there is, and the service loses its own. */
export async function openCrowd(programs: string): Promise<TroubledDatabase> {
  const settings = { max_connections: String(CROWDED_MAX_CONNECTIONS) }
  const server = await startPrimary({ programs, settings })
  return {
    databaseUrl: urlAt(server.port),
    async trouble() {
      const crowd: pg.Client[] = []
      const endMs = Date.now() + CROWDED_MS
      while (Date.now() < endMs) {
        await server.ask(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = 'songreel' and application_name not in ('crowd', 'crash test')`,
        )
        await fill(server.port, crowd)
        await sleep(CROWD_EVERY_MS)
      }
      await Promise.all(crowd.map((client) => client.end().catch(() => {})))
      return `${CROWDED_MS / 1000} s without a connection to spare (${crowd.length} taken by others)`
    },
    close: server.remove,
  }
}

/** Connects until the server refuses. */
async function fill(port: number, crowd: pg.Client[]): Promise<void> {
  for (let count = 0; count < CROWDED_MAX_CONNECTIONS; count++) {
    const client = new pg.Client({ connectionString: urlAt(port), application_name: 'crowd' })
    client.on('error', () => {})
    try {
      await client.connect()
      crowd.push(client)
    } catch {
      return
    }
  }
}

/** PgBouncer with a session per client, killed and started again. */
export async function openSessions(programs: string): Promise<TroubledDatabase> {
  const server = await startPrimary({ programs })
  const pooler = await startPooler(server.port, { mode: 'session' })
  return {
    databaseUrl: urlAt(pooler.port),
    async trouble() {
      await pooler.restart()
      return 'PgBouncer (session mode) killed and started again'
    },
    async close() {
      await pooler.remove()
      await server.remove()
    },
  }
}
