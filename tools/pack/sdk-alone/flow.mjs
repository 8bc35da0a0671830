import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import * as imported from '@songreel/sdk'
import { unwrap } from '@songreel/sdk/webhooks'

// Run by the test of the tarballs, with nothing but the SDK installed: a song file becomes a video, once with the modules
// that `import` gets and once with those of `require`.

const require = createRequire(import.meta.url)
const required = require('@songreel/sdk')
assert.deepEqual(Object.keys(required).sort(), Object.keys(imported).sort())
for (const door of ['webhooks', 'webhooks/express', 'webhooks/fastify', 'webhooks/hono', 'webhooks/next'])
  assert.deepEqual(
    Object.keys(require(`@songreel/sdk/${door}`)),
    Object.keys(await import(`@songreel/sdk/${door}`)),
  )
await assert.rejects(unwrap({}, {}, 'whsec_AAAA'), { reason: 'body_was_parsed' })

const song = await fetch(`${process.env.SONGREEL_URL}/demo/song.mp3`)
writeFileSync('Odalys Wren - Tin Lanterns.mp3', Buffer.from(await song.arrayBuffer()))
for (const { Songreel, NotFoundError } of [imported, required]) {
  const songreel = new Songreel()
  const videoSettings = {
    outputQuality: 'PREVIEW',
    aspectRatio: '1x1',
    audioStartEndSecs: { start: 0, end: 1 },
  }
  const uploaded = []
  const { batchId } = await songreel.batches.createFromFiles(
    {
      audio: 'Odalys Wren - Tin Lanterns.mp3',
      renders: [{ contentId: 'BASE_BASIC_UNIFIED', videoSettings }],
    },
    { onUpload: ({ sentBytes }) => uploaded.push(sentBytes) },
  )
  assert.ok(uploaded.length > 0)
  const { status } = await songreel.batches.waitForCompletion(batchId)
  const [video] = await songreel.batches.downloadAll(batchId, { dir: 'videos' })
  assert.equal(status, 'COMPLETED')
  assert.equal(readFileSync(video.file).subarray(4, 8).toString(), 'ftyp')
  await assert.rejects(songreel.batches.get('bat_none'), NotFoundError)
}
console.log(`Node ${process.versions.node.split('.')[0]}: done`)
