import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { after, test } from 'node:test'
import { aMedia, aMediaBundle, anArtist, create } from '../../testing/builders.ts'
import { startService } from '../../testing/start-service.ts'
import { findSong } from '../store/media.ts'
import { assetKey } from './asset-key.ts'
import { gatherFiles } from './gather-files.ts'

const { api, services, orgId } = await startService({ after })
const folder = await mkdtemp(path.join(tmpdir(), 'songreel-media-'))
after(() => rm(folder, { recursive: true }))

test("a video shows the nearest picture: the song's, else the album's, else the artist's", async () => {
  for (const wanted of ['media', 'bundle', 'artist', 'none'] as const) {
    const image = (of: string) => ({ imageUrl: `https://cdn.example.com/${wanted}/${of}.jpg` })
    const { artistId } = await create(api, '/v1/artists', anArtist(wanted === 'none' ? {} : image('artist')))
    const hasBundleImage = wanted === 'bundle' || wanted === 'media'
    const bundle = aMediaBundle({ artistId, ...(hasBundleImage && image('bundle')) })
    const { mediaBundleId } = await create(api, '/v1/media-bundles', bundle)
    const media = aMedia({ mediaBundleId, ...(wanted === 'media' && image('media')) })
    const { mediaId } = await create(api, '/v1/media', media)
    await bringFiles()

    const song = await findSong(services.db, orgId, mediaId)
    assert.ok(song)
    const work = { ...song, orgId, contentId: 'TEST', requiredData: {} }
    const signal = new AbortController().signal
    const { files } = await gatherFiles(services, work, { audio: false }, { folder, signal })
    const shown = files.cover && (await readFile(files.cover, 'utf8'))
    assert.equal(shown, wanted === 'none' ? undefined : `https://cdn.example.com/${wanted}/${wanted}.jpg`)
  }
})

/** Every asset gets its own address as its content. */
async function bringFiles(): Promise<void> {
  const rows = await services.db.selectFrom('assets').selectAll().where('status', '!=', 'READY').execute()
  for (const row of rows) {
    const content = String(row.source_url)
    const { sha256 } = await services.storage.putStream(
      Readable.from([content]),
      (file) => assetKey(orgId, file.sha256),
      { maxBytes: 1000 },
    )
    await services.db
      .updateTable('assets')
      .set({ status: 'READY', sha256 })
      .where('asset_id', '=', row.asset_id)
      .execute()
  }
}
