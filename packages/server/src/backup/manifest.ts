import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { json } from 'node:stream/consumers'
import { z } from 'zod'
import { StartError } from '../start-error.ts'
import type { BackupPlace } from './backup-place.ts'

/** Raised when an older program could not read what is written now. */
const FORMAT = 1

const Part = z.object({ path: z.string(), bytes: z.number(), sha256: z.string() })
const Table = z.object({ name: z.string(), columns: z.array(z.string()), part: Part, rows: z.number() })

const Manifest = z.object({
  format: z.literal(FORMAT),
  name: z.string(),
  createdAt: z.string(),
  songreelVersion: z.string(),
  /** As PostgreSQL counts: 180004. */
  postgresVersion: z.number(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  queueVersion: z.number().nullable(),
  layout: Part,
  tables: z.array(Table),
  /** The list of the files that records name. */
  fileList: Part,
  files: z.object({ count: z.number(), bytes: z.number() }),
  /** Files that records name and that were missing or damaged when the backup was taken. */
  lost: z.array(z.string()),
  /** Single files of the data folder. */
  kept: z.array(z.object({ name: z.string(), part: Part })),
  databaseBytes: z.number(),
  /** What was set in the environment then; secrets by name alone. */
  settings: z.record(z.string(), z.string().nullable()),
})

/** A part of a backup. */
export type Part = z.infer<typeof Part>
/** What a backup consists of. It is written last: a backup without it is none. */
export type Manifest = z.infer<typeof Manifest>

/** One file that a record names. */
export type FileEntry = { key: string; sha256: string; bytes: number }

/** Where the bytes of a file lie in a place; equal bytes are kept once for all backups. */
export function poolPath(sha256: string): string {
  return `files/${sha256.slice(0, 2)}/${sha256}`
}

/** Where the parts of a backup lie. */
export function partPath(backup: string, part: string): string {
  return `backups/${backup}/${part}`
}

const MANIFEST = /^backups\/([^/]+)\/manifest\.json$/

/** Names of the backups in a place: the whole ones, and those that were broken off; both oldest first. */
export async function listBackups(place: BackupPlace): Promise<{ whole: string[]; broken: string[] }> {
  const [whole, all] = [new Set<string>(), new Set<string>()]
  for await (const { path } of place.list('backups/')) {
    all.add(path.split('/')[1] ?? '')
    const [, name] = MANIFEST.exec(path) ?? []
    if (name) whole.add(name)
  }
  return { whole: [...whole].sort(), broken: [...all].filter((name) => !whole.has(name)).sort() }
}

/** Writes the manifest, sealed with a hash over itself. */
export async function writeManifest(
  place: BackupPlace,
  manifest: Manifest,
  signal?: AbortSignal,
): Promise<void> {
  const text = JSON.stringify({ manifest, seal: seal(manifest) }, undefined, 1)
  await place.put(partPath(manifest.name, 'manifest.json'), Readable.from([Buffer.from(text)]), { signal })
}

/** Reads a manifest; one that is damaged, or of a newer program, is refused. */
export async function readManifest(place: BackupPlace, name: string): Promise<Manifest> {
  const source = await place.read(partPath(name, 'manifest.json'))
  if (!source) throw unusable(place, `there is no whole backup ${name}.`)
  const found = (await json(source).catch(() => undefined)) as
    | { manifest?: unknown; seal?: unknown }
    | undefined
  const facts = found?.manifest as { format?: unknown; songreelVersion?: unknown } | undefined
  if (!facts || found?.seal !== seal(facts)) throw unusable(place, `the manifest of ${name} is damaged.`)
  if (facts.format !== FORMAT)
    throw unusable(
      place,
      `${name} was made by Songreel ${facts.songreelVersion}, in a form that this version does not know. Install that version or a newer one.`,
    )
  return Manifest.parse(facts)
}

/** The newest whole backup, or the one that is named. */
export async function findManifest(place: BackupPlace, wanted: string | undefined): Promise<Manifest> {
  const { whole, broken } = await listBackups(place)
  const name = wanted ?? whole.at(-1)
  if (name && whole.includes(name)) return readManifest(place, name)
  if (name && broken.includes(name))
    throw unusable(place, `the backup ${name} was broken off and is not whole.`)
  const known = whole.length > 0 ? ` It has ${whole.join(', ')}.` : ''
  if (name) throw unusable(place, `there is no backup ${name}.${known}`)
  const half = broken.length > 0 ? ` What is there was broken off: ${broken.join(', ')}.` : ''
  throw unusable(place, `there is no backup.${half}`)
}

/** A backup cannot be used; says why. */
export function unusable({ name }: Pick<BackupPlace, 'name'>, why: string, cause?: unknown): StartError {
  return new StartError('BACKUP_UNUSABLE', { message: `${name}: ${why}`, cause })
}

function seal(manifest: object): string {
  return createHash('sha256').update(JSON.stringify(manifest)).digest('hex')
}
