import { text } from 'node:stream/consumers'
import { buildReleasePage, type ReleaseManifest, writeManifest } from '@songreel/contract/release-folder'
import { writeChapterText } from '@songreel/render'
import { create as contentDisposition } from 'content-disposition'
import type { FastifyReply } from 'fastify'
import { toFileName } from '../../assets/readable-name.ts'
import type { OfferedTemplates } from '../../catalogue/find-templates.ts'
import type { Services } from '../../services.ts'
import type { DescribedRelease } from './describe-release.ts'
import { type Entry, type PackedFile, zip } from './send-archive.ts'

/** Sends a release as one ZIP, streamed: the page that plays it first, the manifest last, because it has the hash of every file. */
export async function sendRelease(
  services: Pick<Services, 'storage' | 'log'>,
  reply: FastifyReply,
  { release, templates }: { release: DescribedRelease; templates: OfferedTemplates },
): Promise<FastifyReply> {
  const { manifest } = release
  const page = buildReleasePage(manifest, {
    nameTemplate: (contentId) => templates.get(contentId)?.template.title ?? contentId,
    captions: await readCaptions(services, release),
  })
  const files: PackedFile[] = []
  const entries: Entry[] = [
    { name: 'index.html', text: page },
    ...listFiles(release),
    { name: 'manifest.json', text: () => writeManifest({ ...manifest, files }) },
  ]
  const name = toFileName(`${manifest.album.artist} - ${manifest.album.title}`)
  reply
    .type('application/zip')
    .header('Content-Disposition', contentDisposition(`${name}.zip`, { type: 'attachment' }))
  return reply.send(zip(services, entries, (file) => files.push(file)))
}

/** Browsers fetch no captions from a disk, so the page has them in itself. */
async function readCaptions(
  { storage }: Pick<Services, 'storage'>,
  { manifest, rows }: DescribedRelease,
): Promise<Map<string, string>> {
  const captions = new Map<string, string>()
  for (const [index, { made }] of manifest.videos.entries()) {
    const key = rows[index]?.vttKey
    if (made?.captions && key) captions.set(made.captions.vtt, await text(await storage.read(key)))
  }
  return captions
}

/** Every video with what lies beside it. */
function listFiles({ manifest, rows }: DescribedRelease): Entry[] {
  return manifest.videos.flatMap(({ made }: ReleaseManifest['videos'][number], index): Entry[] => {
    const row = rows[index]
    if (!made || !row) return []
    const stored = [
      { name: made.path, key: row.videoKey },
      { name: made.poster, key: row.posterKey },
      { name: made.captions?.srt, key: row.srtKey },
      { name: made.captions?.vtt, key: row.vttKey },
    ]
    const files = stored.flatMap(({ name, key }) => (name && key ? [{ name, key }] : []))
    if (!made.chapters || !row.chapters) return files
    return [...files, { name: made.chapters, text: writeChapterText(row.chapters) }]
  })
}
