import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream'
import { finished } from 'node:stream/promises'
import { isDeepStrictEqual } from 'node:util'
import { pino } from 'pino'
import { hashStream } from '../assets/hash-stream.ts'
import type { Config } from '../config/config.ts'
import { crashPoint } from '../crash-point.ts'
import { type Places, preparePlaces } from '../postgres/cluster.ts'
import { readClusterMajor } from '../postgres/cluster-version.ts'
import { findPrograms } from '../postgres/find-programs.ts'
import { finishUpgrade, switchData } from '../postgres/finish-upgrade.ts'
import type { FileLock } from '../postgres/folder-lock.ts'
import { choosePostgresUser } from '../postgres/postgres-user.ts'
import { stopPostmaster } from '../postgres/postmaster.ts'
import { endLeftovers, findPostmaster } from '../postgres/postmaster-process.ts'
import { readOwnMajor } from '../postgres/programs.ts'
import { type EmbeddedPostgres, lockFolder, startPostgres } from '../postgres/start-postgres.ts'
import { StartError } from '../start-error.ts'
import { fillDatabase, type SequenceState, type Snapshot, withSnapshot } from '../store/copy/copy-tables.ts'
import type { OnProgress } from './progress.ts'
import { demandRoomFor } from './restore-target.ts'

const MARGIN_BYTES = 256 * 1024 ** 2
const DRAFT = 'upgrade-'
const log = pino({ level: 'silent' })

/** What came of an upgrade. */
export type UpgradeResult = {
  from: number
  to: number
  /** The folder of the old data; undefined where there was nothing to do. */
  oldData?: string
  rows: number
  tables: number
}

type Options = {
  /** The folder of the older version's programs, where it is known. */
  programs?: string
  onProgress?: OnProgress
  signal?: AbortSignal
}

/**
 * Moves the embedded PostgreSQL to the major version that this program brings. The new data is made beside the old, compared with
 * it row by row, and only then takes its place; the old data stays under another name. Killed at any point, it can be begun again.
 */
export async function upgradeData(config: Config, options: Options = {}): Promise<UpgradeResult> {
  if (config.databaseUrl) {
    const message =
      'DATABASE_URL is set: upgrade-database moves the embedded PostgreSQL. Upgrade that server with its own tools, or move to another one with songreel backup and restore.'
    throw new StartError('SETTING_UNUSABLE', { message })
  }
  if (!existsSync(join(config.dataDir, 'postgres'))) {
    const message = `There is no database in the data folder ${config.dataDir}. Name the folder of the service with --data or SONGREEL_DATA_DIR.`
    throw new StartError('DATA_FOLDER_UNUSABLE', { message })
  }
  const places = await preparePlaces(config.dataDir)
  const lock = await lockFolder(places, config.dataDir)
  try {
    await finishUpgrade(places)
    await sweepUnfinished(places)
    const [from, to] = [await readClusterMajor(places), await readOwnMajor()]
    if (from === undefined || from === to) return { from: to, to, rows: 0, tables: 0 }
    if (from > to) {
      const message = `The data was made by PostgreSQL ${from}, and this version of Songreel brings PostgreSQL ${to}. There is no way back to an older one; use the version of Songreel that made it, or a newer one.`
      throw new StartError('DATA_FOLDER_UNUSABLE', { message })
    }
    return await move(config.dataDir, places, { ...options, lock, from, to })
  } finally {
    lock.release()
  }
}

/** What a killed upgrade has left; its server may still be running. */
async function sweepUnfinished({ root }: Places): Promise<void> {
  for (const name of readdirSync(root).filter((name) => name.startsWith(DRAFT))) {
    const places = await preparePlaces(join(root, name))
    const running = findPostmaster(places)
    if (running) await stopPostmaster(running, places)
    endLeftovers(places)
    await rm(join(root, name), { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }
}

type Move = Options & { lock: FileLock; from: number; to: number }

async function move(dataDir: string, places: Places, work: Move): Promise<UpgradeResult> {
  const { lock, from, to, signal } = work
  const user = await choosePostgresUser(places.root, places.cluster)
  const programs = await findPrograms({ major: from, user, root: places.root, given: work.programs })
  const draft = `${DRAFT}${from}-to-${to}-${randomBytes(4).toString('hex')}`
  await crashPoint('upgrade-begun')
  const started: EmbeddedPostgres[] = []
  let copied: Copied
  try {
    const old = await startPostgres({ dataDir, log, signal, programs, lock })
    started.push(old)
    const fresh = await startPostgres({ dataDir: join(places.root, draft), log, signal })
    started.push(fresh)
    await crashPoint('upgrade-servers-started')
    copied = await copyAll(dataDir, old.databaseUrl, fresh.databaseUrl, work)
  } catch (error) {
    for (const server of started.reverse()) await server.stop()
    await rm(join(places.root, draft), { recursive: true, force: true })
    throw error
  }
  // In order, so that all of the new data is on the disk.
  for (const server of started.reverse()) await server.stop()
  const oldName = chooseOldName(places, from)
  await switchData(places, { oldName, draft })
  return { from, to, oldData: join(places.root, oldName), ...copied }
}

function chooseOldName({ root }: Places, major: number): string {
  for (let number = 1; ; number++) {
    const name = number === 1 ? `data-${major}` : `data-${major}-${number}`
    if (!existsSync(join(root, name))) return name
  }
}

type Copied = { rows: number; tables: number }

async function copyAll(
  dataDir: string,
  from: string,
  to: string,
  { onProgress = () => {}, signal }: Move,
): Promise<Copied> {
  return withSnapshot(from, async (old) => {
    await demandRoomFor(dataDir, old.databaseBytes + MARGIN_BYTES)
    const { layout } = old
    const hashes = new Map<string, () => string>()
    const sequences = await old.readSequences()
    let rows = 0
    let done = 0
    await fillDatabase(to, {
      layout,
      sequences,
      signal,
      async open(table) {
        const { stream, file } = hashStream()
        hashes.set(table.name, () => file().sha256)
        onProgress({ stage: 'DATABASE', done: ++done, total: layout.tables.length })
        return pipeline(old.read(table), stream, () => {})
      },
      async check(filling) {
        const found = await filling.readLayout()
        if (!isDeepStrictEqual(found.tables, layout.tables)) throw differ('the tables')
        for (const table of layout.tables) rows += await filling.countRows(table)
      },
    })
    await crashPoint('upgrade-copied')
    const wanted = new Map([...hashes].map(([name, read]) => [name, read()]))
    await withSnapshot(to, (fresh) => compare(fresh, { wanted, sequences, old, onProgress }))
    await crashPoint('upgrade-compared')
    return { rows, tables: layout.tables.length }
  })
}

type Comparison = {
  wanted: Map<string, string>
  sequences: SequenceState[]
  old: Snapshot
  onProgress: OnProgress
}

/** Reads everything back: the same rows in the same words, the same numbers next, the same keys and indexes by their names. */
async function compare(fresh: Snapshot, { wanted, sequences, old, onProgress }: Comparison): Promise<void> {
  let done = 0
  for (const table of fresh.layout.tables) {
    const { stream, file } = hashStream()
    const reading = pipeline(fresh.read(table), stream, () => {})
    reading.resume()
    await finished(reading)
    if (file().sha256 !== wanted.get(table.name)) throw differ(table.name)
    onProgress({ stage: 'CHECKING', done: ++done, total: wanted.size })
  }
  if (done !== wanted.size) throw differ('the tables')
  if (!isDeepStrictEqual(await fresh.readSequences(), sequences)) throw differ('the sequences')
  if (!isDeepStrictEqual(listMade(fresh), listMade(old))) throw differ('keys, indexes or triggers')
}

/** The beginnings of statements, up to the name of what they make; what follows may be spelled in another way by another version. */
function listMade({ layout }: Snapshot): string[] {
  return [...layout.before, ...layout.after].map(
    (statement) =>
      /^(.*?(?: on | ADD CONSTRAINT \S+|add constraint \S+|\())/is.exec(statement)?.[1] ?? statement,
  )
}

function differ(what: string): Error {
  return new Error(`the copy differs from the original in ${what}; the old data is in place and unchanged`)
}
