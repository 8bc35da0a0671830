import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { pino } from 'pino'
import { openStorage } from '../assets/open-storage.ts'
import type { ReadConfig } from '../config/config.ts'
import { attachPostgres } from '../postgres/attach-postgres.ts'
import { checkServer } from '../postgres/check-server.ts'
import type { OpenDatabase } from '../postgres/open-database.ts'
import { StartError } from '../start-error.ts'
import { withSnapshot } from '../store/copy/copy-tables.ts'
import { holdFiles } from '../store/copy/hold-files.ts'
import { listNamedFiles } from '../store/copy/stored-files.ts'
import { readExistingSecret } from '../tokens/secret.ts'
import { VERSION } from '../version.ts'
import type { BackupPlace } from './backup-place.ts'
import { copyDatabase } from './copy-database.ts'
import { type CopiedFiles, copyFiles, countNewBytes, readPool } from './copy-files.ts'
import { describeSettings } from './describe-settings.ts'
import { listBackups, type Manifest, partPath, readManifest, writeManifest } from './manifest.ts'
import { compress, isDamage, putPart, putText, writeFileList } from './parts.ts'
import type { OnProgress } from './progress.ts'
import { removeBackup, sweepBroken } from './tidy-place.ts'

const MB = 1024 ** 2
/** What must stay free beside what is written. */
const MARGIN_BYTES = 64 * MB
/** Files of the data folder that come along. */
const KEPT = ['token', 'songreel.config.json']

/** What came of a backup. */
export type BackupResult = {
  manifest: Manifest
  copiedFiles: number
  copiedBytes: number
}

type Options = { onProgress?: OnProgress; signal?: AbortSignal }

/**
 * Backs up the service of these settings, running or not. First the database as it is at one moment, then the files that its
 * records name (a file is stored before the record that names it), at last the manifest that makes a backup of it.
 */
export async function backUp(
  read: ReadConfig,
  place: BackupPlace,
  { onProgress = () => {}, signal }: Options = {},
): Promise<BackupResult> {
  const { config } = read
  const secret = readExistingSecret(config.secret, config.dataDir)
  const database = await openRunningOrNot(read, signal)
  const name = new Date().toISOString().replaceAll(':', '-')
  try {
    const hold = await holdFiles(database.databaseUrl)
    if (!hold)
      throw new StartError('BACKUP_RUNNING', {
        message: 'Another backup of this service is running. Wait for its end.',
      })
    try {
      await sweepBroken(place)
      const copied = await copyAll(read, {
        place,
        name,
        databaseUrl: database.databaseUrl,
        onProgress,
        signal,
      })
      await hold.confirm()
      const kept = await copyKept(config.dataDir, { place, name, secret, signal })
      const { facts, files } = copied
      const manifest = composeManifest(name, {
        ...facts,
        kept,
        lost: files.lost,
        settings: describeSettings(read),
      })
      signal?.throwIfAborted()
      await writeManifest(place, manifest)
      return { manifest, copiedFiles: files.copiedCount, copiedBytes: files.copiedBytes }
    } finally {
      await hold.release()
    }
  } catch (error) {
    await removeBackup(place, name).catch(() => {})
    throw error
  } finally {
    await database.close()
  }
}

async function openRunningOrNot({ config }: ReadConfig, signal?: AbortSignal): Promise<OpenDatabase> {
  const { databaseUrl, dataDir } = config
  const log = pino({ level: 'silent' })
  if (!databaseUrl) return attachPostgres({ dataDir, log, signal })
  await checkServer(databaseUrl)
  return { databaseUrl, isEmbedded: false, close: async () => {} }
}

type CopyOptions = {
  place: BackupPlace
  name: string
  databaseUrl: string
  onProgress: OnProgress
  signal?: AbortSignal
}

type CopiedFacts = Pick<
  Manifest,
  | 'postgresVersion'
  | 'migrations'
  | 'queueVersion'
  | 'layout'
  | 'tables'
  | 'fileList'
  | 'files'
  | 'databaseBytes'
>

async function copyAll(
  { config }: ReadConfig,
  options: CopyOptions,
): Promise<{ facts: CopiedFacts; files: CopiedFiles }> {
  const { place, name, databaseUrl, onProgress, signal } = options
  const pool = await readPool(place)
  const { named, database } = await withSnapshot(databaseUrl, async (snapshot) => {
    const named = await listNamedFiles(snapshot)
    await demandRoom(place, snapshot.databaseBytes + countNewBytes(named, pool))
    return { named, database: await copyDatabase(snapshot, { place, name, onProgress, signal }) }
  })
  const storage = await openStorage(config)
  const previous = await findPrevious(place)
  const files = await copyFiles(named, { place, storage, pool, previous, onProgress, signal })
  const list = compress(writeFileList(files.entries))
  const fileList = await putPart(place, partPath(name, 'files.jsonl.gz'), list, signal)
  const bytes = files.entries.reduce((sum, entry) => sum + entry.bytes, 0)
  return { facts: { ...database, fileList, files: { count: files.entries.length, bytes } }, files }
}

async function demandRoom(place: BackupPlace, neededBytes: number): Promise<void> {
  const freeBytes = await place.readFreeBytes()
  if (freeBytes === undefined || freeBytes >= neededBytes + MARGIN_BYTES) return
  const message = `${place.name} has ${Math.round(freeBytes / MB)} MB free, and the backup may need ${Math.ceil((neededBytes + MARGIN_BYTES) / MB)} MB. Free some room, or choose another disk.`
  throw new StartError('NO_ROOM', { message })
}

/** The newest backup that can be read; one that cannot costs no more than reading some files again. */
async function findPrevious(place: BackupPlace): Promise<Manifest | undefined> {
  const { whole } = await listBackups(place)
  const last = whole.at(-1)
  if (last === undefined) return undefined
  return readManifest(place, last).catch((error) => {
    if (isDamage(error)) return undefined
    throw error
  })
}

type KeptOptions = Pick<CopyOptions, 'place' | 'name' | 'signal'> & { secret: string }

async function copyKept(dataDir: string, { place, name, secret, signal }: KeptOptions) {
  const put = async (file: string, text: string) => ({
    name: file,
    part: await putText(place, partPath(name, file), text, signal),
  })
  const kept = [await put('secret', `${secret}\n`)]
  for (const file of KEPT) {
    const source = path.join(dataDir, file)
    if (existsSync(source)) kept.push(await put(file, await readFile(source, 'utf8')))
  }
  return kept
}

function composeManifest(
  name: string,
  facts: Omit<Manifest, 'format' | 'name' | 'createdAt' | 'songreelVersion'>,
): Manifest {
  return { format: 1, name, createdAt: new Date().toISOString(), songreelVersion: VERSION, ...facts }
}
