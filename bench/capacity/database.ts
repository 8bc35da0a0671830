import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startPostgres } from '@songreel/server/internal/postgres/start-postgres.ts'
import { JOBS } from '@songreel/server/internal/queue/all-jobs.ts'
import { openQueue, type Queue } from '@songreel/server/internal/queue/queue.ts'
import { openDb } from '@songreel/server/internal/store/db.ts'
import { migrate } from '@songreel/server/internal/store/migrate.ts'
import type { DbPool } from '@songreel/server/internal/store/schema.ts'
import pg from 'pg'
import { pino } from 'pino'
import { treeCpuMsOf } from '../service/cpu-time.ts'

/** Organizations among which the work is spread. */
export const ORGANIZATIONS = 16
const log = pino({ level: 'silent' })

/** What a process that talks to the database holds of it. */
export type Seat = { db: DbPool; queue: Queue }

/** The embedded PostgreSQL with our tables and sixteen organizations, each with one song. */
export type Arena = {
  folder: string
  admin: pg.Client
  /** Connections of their own, as another process would have them. */
  openSeat(isWorker: boolean): Promise<Seat & { close(): Promise<void> }>
  postgresCpuMs(): number
}

/** Starts a PostgreSQL that fsyncs like a real one, runs the work, and leaves nothing behind. */
export async function withArena<Result>(
  work: (arena: Arena) => Promise<Result>,
  settings: Record<string, string> = {},
): Promise<Result> {
  const folder = await mkdtemp(path.join(tmpdir(), 'songreel-capacity-'))
  // As it is embedded, but with room for the connections of 64 workers.
  const postgres = await startPostgres({
    dataDir: folder,
    log,
    settings: { max_connections: '600', ...settings },
  })
  const { databaseUrl } = postgres
  const admin = new pg.Client({ connectionString: databaseUrl })
  try {
    await migrate({ databaseUrl, programVersion: '0.0.0', log })
    await admin.connect()
    await addOrganizations(admin)
    const note = readFileSync(path.join(folder, 'postgres/data/postmaster.pid'), 'utf8')
    const postmaster = Number(note.split('\n')[0])
    const openSeat = async (isWorker: boolean) => {
      const { kysely: db, close } = openDb({ databaseUrl, log, poolSize: 3, statementTimeoutMs: 600_000 })
      const onError = (error: Error) => console.error(error.message)
      const queue = await openQueue({ connectionString: databaseUrl, jobs: JOBS, isWorker, onError })
      return { db, queue, close: () => queue.close().then(close) }
    }
    return await work({ folder, admin, openSeat, postgresCpuMs: () => treeCpuMsOf(postmaster) })
  } finally {
    await admin.end().catch(() => {})
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** The id of the n-th record of a kind; all of them begin with the same long past moment. */
export function nameRecord(prefix: string, n: number): string {
  return `${prefix}_${String(n).padStart(26, '0')}`
}

async function addOrganizations(admin: pg.Client): Promise<void> {
  const id = (prefix: string) => `'${prefix}_' || lpad(n::text, 26, '0')`
  const each = `from generate_series(0, ${ORGANIZATIONS - 1}) as n`
  await admin.query(`
    insert into organizations (org_id, name, webhook_url)
      select ${id('org')}, 'Organization ' || n, 'https://hooks.example.com/songreel' ${each};
    insert into assets (asset_id, org_id, kind, status, bytes, sha256, duration_secs)
      select ${id('ast')}, ${id('org')}, 'AUDIO', 'READY', 5000000, md5(n::text), 200 ${each};
    insert into artists (artist_id, org_id, name, name_key)
      select ${id('art')}, ${id('org')}, 'Artist ' || n, 'artist ' || n ${each};
    insert into media_bundles (media_bundle_id, org_id, artist_id, name, name_key)
      select ${id('mbn')}, ${id('org')}, ${id('art')}, 'Album ' || n, 'album ' || n ${each};
    insert into media (media_id, org_id, artist_id, media_bundle_id, name, name_key, audio_asset_id)
      select ${id('med')}, ${id('org')}, ${id('art')}, ${id('mbn')}, 'Song ' || n, 'song ' || n, ${id('ast')} ${each};
  `)
}
