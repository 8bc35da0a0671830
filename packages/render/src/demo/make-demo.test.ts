import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { probeMedia } from '../probe/probe-media.ts'
import { DEMO_SONG, makeDemo } from './make-demo.ts'

test('the demo is a tagged song of 15 seconds with a large cover, the same bytes every time', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'songreel-demo-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const first = await makeDemo(join(folder, 'first'))
  const again = await makeDemo(join(folder, 'again'))

  const song = await probeMedia(first.song, { expect: 'AUDIO', withTags: true, withLoudness: true })
  assert.deepEqual(
    [song.tags?.title, song.tags?.artist, song.tags?.album],
    [DEMO_SONG.title, DEMO_SONG.artist, DEMO_SONG.album],
  )
  // The last chord rings on after the last bar.
  assert.ok(song.durationSecs! >= DEMO_SONG.secs && song.durationSecs! < DEMO_SONG.secs + 1.5)
  assert.ok(Math.abs(song.loudness!.integratedLufs + 14) < 0.5 && song.loudness!.truePeakDbtp < -1)
  const cover = await probeMedia(first.cover, { expect: 'IMAGE' })
  assert.deepEqual([cover.codec, cover.width, cover.height], ['jpeg', 1600, 1600])
  assert.deepEqual(await readFile(again.song), await readFile(first.song))
  assert.deepEqual(await readFile(again.cover), await readFile(first.cover))
})
