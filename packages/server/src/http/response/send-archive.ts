import { createHash } from 'node:crypto'
import { pipeline, Readable, Transform } from 'node:stream'
import { writeChapterText } from '@songreel/render'
import { create as contentDisposition } from 'content-disposition'
import type { FastifyReply } from 'fastify'
import ZipStream from 'zip-stream'
import { nameCompanion } from '../../assets/file-links.ts'
import { toFileName } from '../../assets/readable-name.ts'
import type { Services } from '../../services.ts'
import type { RenderRow } from '../../store/renders/render-rows.ts'

/** A video for an archive, in the folder of its song where there are several. */
export type Packed = { render: RenderRow; folder?: string }
/** A stored file, or a text that is written when it is packed. */
export type Entry = { name: string } & ({ key: string } | { text: string | (() => string) })

/** Those whose files are there: without those that somebody deleted from the store, because an archive that has begun could only break off. */
export async function keepStored(
  { storage, log }: Pick<Services, 'storage' | 'log'>,
  packed: Packed[],
): Promise<Packed[]> {
  const finished = packed.filter(({ render }) => render.videoKey !== null && render.outputDeletedAt === null)
  const sizes = await Promise.all(finished.map(({ render }) => storage.findSize(render.videoKey as string)))
  return finished.filter(({ render: { renderId } }, index) => {
    if (sizes[index] === undefined) log.warn({ renderId }, 'a video is missing from storage')
    return sizes[index] !== undefined
  })
}

/** Sends the videos as one ZIP, streamed. */
export function sendArchive(
  services: Pick<Services, 'storage' | 'log'>,
  reply: FastifyReply,
  { name, videos }: { name: string; videos: Packed[] },
): FastifyReply {
  reply
    .type('application/zip')
    .header('Content-Disposition', contentDisposition(`${toFileName(name)}.zip`, { type: 'attachment' }))
  return reply.send(zip(services, listEntries(videos)))
}

/** Every video with its captions; no two entries have the same name, because unpacking would keep one of them. */
function listEntries(videos: Packed[]): Entry[] {
  const taken = new Set<string>()
  return videos.flatMap(({ render: { videoKey, srtKey, vttKey, chapters, fileName }, folder }) => {
    const place = folder === undefined ? '' : `${toFileName(folder)}/`
    const name = pickFree(`${place}${fileName}`, taken)
    const entries = [
      { key: videoKey, name },
      { key: srtKey, name: nameCompanion(name, 'srt') },
      { key: vttKey, name: nameCompanion(name, 'vtt') },
    ]
    const files = entries.flatMap(({ key, name }) => (key === null ? [] : [{ key, name }]))
    return chapters
      ? [...files, { text: writeChapterText(chapters), name: nameCompanion(name, 'txt') }]
      : files
  })
}

/** Some systems do not tell large letters from small ones, and captions share the name without its ending. */
function pickFree(name: string, taken: Set<string>): string {
  const [, stem = name, ending = ''] = /^(.*?)(\.\w+)?$/s.exec(name) ?? []
  let free = stem
  for (let number = 2; taken.has(free.toLowerCase()); number++) free = `${stem}-${number}`
  taken.add(free.toLowerCase())
  return `${free}${ending}`
}

/** What was packed under a name. */
export type PackedFile = { path: string; bytes: number; sha256: string }

/** Stored, not compressed: videos do not shrink, and the stream needs no memory. Reports every file once it is packed. */
export function zip(
  { storage, log }: Pick<Services, 'storage' | 'log'>,
  entries: readonly Entry[],
  onFile?: (file: PackedFile) => void,
): Readable {
  const archive = new ZipStream({ store: true })
  const add = (source: Readable, name: string) =>
    new Promise<void>((resolve, reject) => {
      source.once('error', reject)
      archive.entry(source, { name }, (error) => (error ? reject(error) : resolve()))
    })
  const fill = async () => {
    for (const entry of entries) {
      if (archive.destroyed) return
      const source = 'text' in entry ? openText(entry.text) : await storage.read(entry.key)
      await add(onFile ? measure(source, entry.name, onFile) : source, entry.name)
    }
    archive.finish()
  }
  fill().catch((error) => {
    log.warn({ err: error }, 'archive was cut off')
    archive.destroy(error)
  })
  return archive
}

function openText(text: string | (() => string)): Readable {
  return Readable.from([Buffer.from(typeof text === 'string' ? text : text())])
}

/** Passes a file on and says what it was. */
function measure(source: Readable, path: string, onFile: (file: PackedFile) => void): Readable {
  const hash = createHash('sha256')
  let bytes = 0
  const meter = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk)
      bytes += chunk.length
      done(null, chunk)
    },
    flush(done) {
      onFile({ path, bytes, sha256: hash.digest('hex') })
      done()
    },
  })
  // An error of the source is the meter's, too.
  return pipeline(source, meter, () => undefined)
}
