import { pipeline, type Readable, Transform } from 'node:stream'
import type { Snapshot } from '../store/copy/copy-tables.ts'
import type { BackupPlace } from './backup-place.ts'
import { type Manifest, partPath } from './manifest.ts'
import { compress, putPart, putText } from './parts.ts'
import type { OnProgress } from './progress.ts'

type Options = { place: BackupPlace; name: string; onProgress: OnProgress; signal?: AbortSignal }

/** What the manifest says of the database. */
export type CopiedDatabase = Pick<
  Manifest,
  'postgresVersion' | 'migrations' | 'queueVersion' | 'layout' | 'tables' | 'databaseBytes'
>

/** Copies all tables of a snapshot, and what it takes to make them again. */
export async function copyDatabase(
  snapshot: Snapshot,
  { place, name, onProgress, signal }: Options,
): Promise<CopiedDatabase> {
  const { layout, databaseBytes, migrations, queueVersion, serverVersion } = snapshot
  const tables: Manifest['tables'] = []
  for (const [index, table] of layout.tables.entries()) {
    signal?.throwIfAborted()
    const { stream, count } = countRows(snapshot.read(table))
    const path = partPath(name, `database/${String(index + 1).padStart(4, '0')}.copy.gz`)
    const part = await putPart(place, path, compress(stream), signal)
    tables.push({ ...table, part, rows: count() })
    onProgress({ stage: 'DATABASE', done: index + 1, total: layout.tables.length })
  }
  const text = JSON.stringify({ layout, sequences: await snapshot.readSequences() }, undefined, 1)
  const part = await putText(place, partPath(name, 'database/layout.json'), text, signal)
  return { postgresVersion: serverVersion, migrations, queueVersion, layout: part, tables, databaseBytes }
}

const LINE_END = 0x0a

/** COPY ends every row with a line end, and writes those inside of values in another way. */
function countRows(source: Readable): { stream: Readable; count: () => number } {
  let rows = 0
  const counting = new Transform({
    transform(chunk: Buffer, _, done) {
      for (let at = chunk.indexOf(LINE_END); at >= 0; at = chunk.indexOf(LINE_END, at + 1)) rows++
      done(null, chunk)
    },
  })
  return { stream: pipeline(source, counting, () => {}), count: () => rows }
}
