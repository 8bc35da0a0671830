import { forgetSecrets, type ReadConfig, readConfig } from '../config/config.ts'
import { backUp } from './back-up.ts'
import { findManifest, listBackups, type Manifest, readManifest } from './manifest.ts'
import { type OtherServer, openPlace } from './open-place.ts'
import type { OnProgress } from './progress.ts'
import { restore } from './restore.ts'
import { keepNewest } from './tidy-place.ts'
import { type UpgradeResult, upgradeData } from './upgrade-database.ts'
import { verifyBackup } from './verify-backup.ts'

// The door for the command line: what an operator does with backups, by the settings of the server.

export type { Progress } from './progress.ts'

/** What every one of these takes. */
export type CommandOptions = {
  /** Flags that stand above the settings of the same name. */
  settings: Record<string, string>
  /** Where an `s3://` address is, if not where the server's files are. */
  server?: OtherServer
  onProgress?: OnProgress
  signal?: AbortSignal
}

/** A backup as it is told. */
export type BackupFacts = {
  name: string
  createdAt: string
  songreelVersion: string
  tables: number
  rows: number
  databaseBytes: number
  files: number
  fileBytes: number
  /** Files that were missing or damaged at that time. */
  lost: string[]
}

/** Makes a backup; with `keep`, older ones than so many are taken away afterwards. */
export async function makeBackup(
  where: string,
  { keep, ...options }: CommandOptions & { keep?: number },
): Promise<BackupFacts & { copiedFiles: number; copiedBytes: number; removed: string[] }> {
  const read = readSettings(options)
  const place = await openPlace(where, read.config, options.server)
  const { manifest, copiedFiles, copiedBytes } = await backUp(read, place, options)
  options.onProgress?.({ stage: 'TIDYING', done: 0, total: 1 })
  const removed = keep === undefined ? [] : await keepNewest(place, keep)
  return { ...describe(manifest), copiedFiles, copiedBytes, removed }
}

/** The whole backups of a place, oldest first, and the names of what was broken off. */
export async function showBackups(
  where: string,
  options: CommandOptions,
): Promise<{ backups: BackupFacts[]; broken: string[] }> {
  const place = await openPlace(where, readSettings(options).config, options.server)
  const { whole, broken } = await listBackups(place)
  const backups: BackupFacts[] = []
  for (const name of whole) backups.push(describe(await readManifest(place, name)))
  return { backups, broken }
}

/** Reads a backup, the newest unless one is named, and compares it with its hashes. */
export async function checkBackup(
  where: string,
  { backup, ...options }: CommandOptions & { backup?: string },
): Promise<BackupFacts & { damaged: string[] }> {
  const place = await openPlace(where, readSettings(options).config, options.server)
  const manifest = await findManifest(place, backup)
  return { ...describe(manifest), damaged: await verifyBackup(place, manifest, options) }
}

/** Restores a backup, the newest unless one is named, by these settings. */
export async function restoreBackup(
  where: string,
  { backup, ...options }: CommandOptions & { backup?: string },
): Promise<BackupFacts & { dataDir: string; writtenFiles: number; settings: Record<string, string | null> }> {
  const { config } = readSettings(options)
  const place = await openPlace(where, config, options.server)
  const { manifest, writtenFiles } = await restore(config, place, { ...options, backup })
  return { ...describe(manifest), dataDir: config.dataDir, writtenFiles, settings: manifest.settings }
}

/** Moves the embedded PostgreSQL to the major version that this program brings. */
export async function upgradeDatabase({
  programs,
  ...options
}: CommandOptions & { programs?: string }): Promise<UpgradeResult & { dataDir: string }> {
  const { config } = readSettings(options)
  return { dataDir: config.dataDir, ...(await upgradeData(config, { ...options, programs })) }
}

function readSettings({ settings }: CommandOptions): ReadConfig {
  const read = readConfig(undefined, settings)
  forgetSecrets()
  return read
}

function describe({
  name,
  createdAt,
  songreelVersion,
  tables,
  files,
  lost,
  databaseBytes,
}: Manifest): BackupFacts {
  return {
    name,
    createdAt,
    songreelVersion,
    tables: tables.length,
    rows: tables.reduce((sum, { rows }) => sum + rows, 0),
    databaseBytes,
    files: files.count,
    fileBytes: files.bytes,
    lost,
  }
}
