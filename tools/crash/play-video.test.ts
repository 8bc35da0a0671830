import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { renderVideo } from '@songreel/render'
import { makeTestSong } from '@songreel/server/testing/test-song.ts'
import { loadTemplates } from '@songreel/templates'
import { playVideo } from './play-video.ts'

const folder = await mkdtemp(join(tmpdir(), 'songreel-play-'))
after(() => rm(folder, { recursive: true }))

test('a whole video plays to its end, and half of one does not', async () => {
  const contentId = 'SNIPPET_WAVEFORM_CARD'
  const audio = join(folder, 'song.wav')
  await writeFile(audio, makeTestSong(2))
  const { file } = await renderVideo({
    template: { contentId, url: (await loadTemplates()).get(contentId)!.url },
    data: {},
    size: { width: 160, height: 90 },
    fps: 15,
    quality: 'PREVIEW',
    format: 'MP4',
    files: { audio, clips: [] },
    excerpt: { startSecs: 0, endSecs: 1 },
    song: { title: 'Tin Lanterns', artist: 'Odalys Wren', album: 'Harbour EP' },
    theme: 'DARK',
    seed: 1,
    folder: join(folder, 'work'),
    outFile: join(folder, 'video.mp4'),
    threads: 1,
    watermark: false,
  })

  const { pictureSecs, soundSecs, ...whole } = playVideo(file)
  assert.deepEqual(whole, { width: 160, height: 90, pictures: 15, faults: 0 })
  assert.ok(Math.abs(pictureSecs - 1) < 0.01, `${pictureSecs} s of pictures`)
  assert.ok(Math.abs(soundSecs - 1) < 0.05, `${soundSecs} s of sound`)

  const bytes = await readFile(file)
  const cut = join(folder, 'half.mp4')
  await writeFile(cut, bytes.subarray(0, Math.floor(bytes.length * 0.6)))
  const half = playVideo(cut)
  assert.ok(half.pictures < 15 || half.soundSecs < 0.9 || half.faults > 0, JSON.stringify(half))
})
