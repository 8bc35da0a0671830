import { existsSync } from 'node:fs'
import path from 'node:path'
import { json, text } from 'node:stream/consumers'
import { isDeepStrictEqual } from 'node:util'
import { pino } from 'pino'
import { openStorage } from '../assets/open-storage.ts'
import type { Storage } from '../assets/storage.ts'
import type { Config } from '../config/config.ts'
import { openDatabase } from '../postgres/open-database.ts'
import { StartError } from '../start-error.ts'
import {
  countTables,
  type Filling,
  fillDatabase,
  findRestored,
  type SequenceState,
} from '../store/copy/copy-tables.ts'
import type { Layout } from '../store/copy/read-layout.ts'
import type { BackupPlace } from './backup-place.ts'
import { checkKnown } from './check-known.ts'
import { readPool } from './copy-files.ts'
import { type FileEntry, findManifest, type Manifest, poolPath, unusable } from './manifest.ts'
import { isDamage, openCompressed, openPart, readFileList } from './parts.ts'
import { forEach, type OnProgress } from './progress.ts'
import { demandRoomFor, type RestoreTarget, takeTarget, writeDurably } from './restore-target.ts'
import { listParts } from './verify-backup.ts'

/** A row in a table with its indexes takes up more than the same row on its way. */
const MARGIN_BYTES = 256 * 1024 ** 2

/** What came of a restore. */
export type RestoreResult = { manifest: Manifest; writtenFiles: number; files: number }

type Options = { backup?: string; onProgress?: OnProgress; signal?: AbortSignal }

type Work = {
  config: Config
  place: BackupPlace
  manifest: Manifest
  onProgress: OnProgress
  signal?: AbortSignal
}

/**
 * Restores a backup into an empty data folder (and, where settings name them, an empty database and a bucket). Files first, then
 * the database in one transaction: whoever is killed on the way starts again. Nothing is written before the backup is known
 * to be whole.
 */
export async function restore(
  config: Config,
  place: BackupPlace,
  { backup, onProgress = () => {}, signal }: Options = {},
): Promise<RestoreResult> {
  const manifest = await findManifest(place, backup)
  await checkKnown(place, manifest)
  await checkComplete(place, manifest)
  const work = { config, place, manifest, onProgress, signal }
  await refuseOtherSecret(work)
  const target = await takeTarget(config.dataDir, manifest.name)
  try {
    const isFilled = config.databaseUrl !== undefined && (await isFilledAlready(work, target))
    await demandRoomFor(config.dataDir, countNeeded(work))
    const writtenFiles = await restoreFiles(work, await openStorage(config))
    await restoreKept(work)
    if (!isFilled) await restoreDatabase(work)
    await target.finish()
    return { manifest, writtenFiles, files: manifest.files.count }
  } catch (error) {
    throw isDamage(error) && !(error instanceof StartError)
      ? unusable(
          place,
          `the backup ${manifest.name} is damaged: ${(error as Error).message}. Nothing of it is in use; try an older one with --backup.`,
          error,
        )
      : error
  } finally {
    target.release()
  }
}

/** Every part and every file is there and has its size; their bytes are compared while they are read. */
async function checkComplete(place: BackupPlace, manifest: Manifest): Promise<void> {
  const sizes = new Map<string, number>()
  for await (const { path, bytes } of place.list(`backups/${manifest.name}/`)) sizes.set(path, bytes)
  const wrong = listParts(manifest).find(({ path, bytes }) => sizes.get(path) !== bytes)
  if (wrong)
    throw unusable(
      place,
      `the backup ${manifest.name} is damaged: ${wrong.path} is missing or has another size.`,
    )
  const pool = await readPool(place)
  try {
    for await (const { sha256, bytes } of readFileList(place, manifest.fileList)) {
      if (pool.get(sha256) === bytes) continue
      throw unusable(
        place,
        `the backup ${manifest.name} is damaged: ${poolPath(sha256)} is missing or has another size.`,
      )
    }
  } catch (error) {
    if (error instanceof StartError || !isDamage(error)) throw error
    throw unusable(place, `the backup ${manifest.name} is damaged: its list of files cannot be read.`, error)
  }
}

/** With another secret the service would not start on the restored database. */
async function refuseOtherSecret({ config, place, manifest }: Work): Promise<void> {
  const kept = manifest.kept.find(({ name }) => name === 'secret')
  if (!config.secret || !kept) return
  const secret = (await text(await openPart(place, kept.part))).trim()
  if (secret === config.secret) return
  const message =
    'SONGREEL_SECRET is not the secret of this backup. Unset it (the secret is in the backup), or set the one of that time.'
  throw new StartError('SETTING_UNUSABLE', { message })
}

/** A database of its own must be empty, unless it was this restore that filled it and was killed right after. */
async function isFilledAlready({ config, manifest }: Work, target: RestoreTarget): Promise<boolean> {
  const databaseUrl = config.databaseUrl ?? ''
  const { close } = await openDatabase({ ...config, log: pino({ level: 'silent' }) })
  await close()
  if ((await countTables(databaseUrl)) === 0) return false
  if (target.isSecondTry && (await findRestored(databaseUrl)) === manifest.name) return true
  const message =
    'The database behind DATABASE_URL is not empty. A restore overwrites nothing: stop the service, create an empty database, and name that one.'
  throw new StartError('TARGET_NOT_EMPTY', { message })
}

function countNeeded({ config, manifest }: Work): number {
  const files = config.s3Bucket ? 0 : manifest.files.bytes
  return files + (config.databaseUrl ? 0 : manifest.databaseBytes) + MARGIN_BYTES
}

/** Files that are there already, from an earlier try or in a bucket that was never lost, stay: a key never gets other bytes. */
async function restoreFiles(
  { place, manifest, onProgress, signal }: Work,
  storage: Storage,
): Promise<number> {
  let [done, written] = [0, 0]
  const restoreOne = async ({ key, sha256, bytes }: FileEntry) => {
    if ((await storage.findSize(key)) !== bytes) {
      const source = await openPart(place, { path: poolPath(sha256), sha256 })
      await storage.putStream(source, () => key, { maxBytes: bytes, signal })
      written++
    }
    onProgress({ stage: 'FILES', done: ++done, total: manifest.files.count })
  }
  await forEach(readFileList(place, manifest.fileList), restoreOne, signal)
  return written
}

/** Settings that were put into the folder for the restored service stay as they are. */
async function restoreKept({ config, place, manifest }: Work): Promise<void> {
  for (const { name, part } of manifest.kept) {
    const file = path.join(config.dataDir, name)
    if (name === 'songreel.config.json' && existsSync(file)) continue
    await writeDurably(config.dataDir, file, await text(await openPart(place, part)))
  }
}

async function restoreDatabase({ config, place, manifest, onProgress, signal }: Work): Promise<void> {
  const stored = (await json(await openPart(place, manifest.layout))) as {
    layout: Layout
    sequences: SequenceState[]
  }
  const database = await openDatabase({ ...config, log: pino({ level: 'silent' }), signal })
  let done = 0
  const open = async ({ name }: { name: string }) => {
    const table = manifest.tables.find((each) => each.name === name)
    if (!table) throw unusable(place, `the backup ${manifest.name} has no rows of ${name}.`)
    onProgress({ stage: 'DATABASE', done: ++done, total: manifest.tables.length })
    return openCompressed(place, table.part)
  }
  try {
    await fillDatabase(database.databaseUrl, {
      ...stored,
      open,
      check: (filling) => checkFilled(filling, manifest, stored.layout),
      restoredFrom: manifest.name,
      signal,
    })
  } finally {
    await database.close()
  }
}

/** What the database says of itself must be what the backup says, word for word where the server is of the same age. */
async function checkFilled(filling: Filling, manifest: Manifest, wanted: Layout): Promise<void> {
  const found = await filling.readLayout()
  const isSameMajor = toMajor(filling.serverVersion) === toMajor(manifest.postgresVersion)
  const isEqual = isSameMajor
    ? isDeepStrictEqual(found, wanted)
    : isDeepStrictEqual(found.tables, wanted.tables) && found.after.length === wanted.after.length
  if (!isEqual) throw new Error('the restored tables are not those of the backup')
  for (const { name, columns, rows } of manifest.tables) {
    const count = await filling.countRows({ name, columns })
    if (count !== rows)
      throw new Error(`the restored table ${name} has ${count} rows, and the backup ${rows}`)
  }
}

function toMajor(version: number): number {
  return Math.floor(version / 10_000)
}
