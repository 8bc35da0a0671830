import { createHash } from 'node:crypto'
import type { Installation } from './start-stack.ts'

/** The largest have the most to leave out. */
const MOST_ARCHIVES = 6

type ArchiveFacts = { batchId: string; files: { name: string; sha256: string | null }[] }

/** What belongs into the archive of a batch: its videos, and the captions of those that have some. */
const ARCHIVES = `
  select batch_id as "batchId", json_agg(json_build_object('name', name, 'sha256', sha256)) as files from (
    select batch_id, file_name as name, sha256 from shown
    union all select batch_id, regexp_replace(file_name, '\\.\\w+$', '.srt'), null from shown where srt_key is not null
    union all select batch_id, regexp_replace(file_name, '\\.\\w+$', '.vtt'), null from shown where vtt_key is not null
  ) files group by batch_id order by count(*) desc limit ${MOST_ARCHIVES}`

const SHOWN = `
  with shown as (
    select batch_id, file_name, sha256, srt_key, vtt_key from renders join outputs using (output_id)
    where status = 'COMPLETED' and files_deleted_at is null and deleted_at is null)`

/** The archive of a batch has every file of its videos, whole, and nothing else. */
export async function checkArchives({
  query,
  url,
  token,
}: Pick<Installation, 'query' | 'url' | 'token'>): Promise<string[]> {
  const findings: string[] = []
  for (const { batchId, files } of await query<ArchiveFacts>(SHOWN + ARCHIVES)) {
    const response = await fetch(`${url}/v1/batches/${batchId}/archive`, {
      headers: { Authorization: `Bearer ${token}` },
    })
    const entries = response.ok ? readZip(Buffer.from(await response.arrayBuffer())) : new Map()
    if (!response.ok) findings.push(`the archive of batch ${batchId} answers ${response.status}`)
    for (const { name, sha256 } of files) {
      const bytes = entries.get(name)
      if (!bytes) findings.push(`the archive of batch ${batchId} lacks ${name}`)
      else if (bytes.length === 0 || (sha256 !== null && hash(bytes) !== sha256))
        findings.push(`the archive of batch ${batchId} has other bytes for ${name}`)
    }
    if (response.ok && entries.size !== files.length)
      findings.push(`the archive of batch ${batchId} has ${entries.size} files instead of ${files.length}`)
  }
  return findings
}

function hash(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}

const END_SIGNATURE = Buffer.from('PK\x05\x06')
const END_ENTRY_COUNT = 10
const END_DIRECTORY_AT = 16
const HEADER = { size: 24, nameLength: 28, extraLength: 30, commentLength: 32, fileAt: 42, name: 46 }
const LOCAL = { nameLength: 26, extraLength: 28, name: 30 }

/** The files of a ZIP without compression, by the directory at its end (APPNOTE.TXT 4.3). */
export function readZip(zip: Buffer): Map<string, Buffer> {
  const end = zip.lastIndexOf(END_SIGNATURE)
  if (end < 0) return new Map()
  const files = new Map<string, Buffer>()
  let at = zip.readUInt32LE(end + END_DIRECTORY_AT)
  for (let left = zip.readUInt16LE(end + END_ENTRY_COUNT); left > 0; left--) {
    const nameLength = zip.readUInt16LE(at + HEADER.nameLength)
    const name = zip.toString('utf8', at + HEADER.name, at + HEADER.name + nameLength)
    const local = zip.readUInt32LE(at + HEADER.fileAt)
    const start =
      local +
      LOCAL.name +
      zip.readUInt16LE(local + LOCAL.nameLength) +
      zip.readUInt16LE(local + LOCAL.extraLength)
    files.set(name, zip.subarray(start, start + zip.readUInt32LE(at + HEADER.size)))
    at +=
      HEADER.name +
      nameLength +
      zip.readUInt16LE(at + HEADER.extraLength) +
      zip.readUInt16LE(at + HEADER.commentLength)
  }
  return files
}
