import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { encodePcm } from '@songreel/audio/synth'
import {
  CLICKS,
  decodeSound,
  makeClickAlbum,
  makeClicks,
  SAMPLE_RATE,
  SONGS,
  shapeClick,
} from '../../testing/click-album.ts'
import { readChapters } from '../../testing/read-chapters.ts'
import { renderVideo } from './render-video.ts'

describe('a video of several songs', async () => {
  const { folder, chapters, planOf, remove } = await makeClickAlbum()
  after(remove)

  test('plays them without a gap, every sample in its place, and tells every kind of player its chapters', async () => {
    const video = await renderVideo(planOf({ threads: 2 }))
    const heard = await decodeSound(video.file)
    let startSecs = 0
    for (const { secs } of SONGS) {
      for (const click of CLICKS) {
        const off = findClick(heard, startSecs + Math.round(click * SAMPLE_RATE) / SAMPLE_RATE)
        assert.ok(Math.abs(off) <= 1, `the click at ${startSecs + click} s is ${off} samples late`)
      }
      startSecs += Math.round(secs * SAMPLE_RATE) / SAMPLE_RATE
    }
    assert.equal(video.frames, Math.ceil(startSecs * 15))
    assert.ok(video.checks.isPassed)

    const titles = ['Süd 1', 'Süd 2', 'Aury – Süd 3']
    assert.deepEqual(
      video.chapters?.map(({ title }) => title),
      titles,
    )
    const { nero, track } = await readChapters(video.file)
    assert.deepEqual(nero, video.chapters)
    assert.deepEqual(track, video.chapters)
    assert.deepEqual(
      video.chapters?.map(({ startSecs }) => startSecs),
      [0, 5.211, 7.589],
    )
    assert.ok(video.warnings.some(({ code }) => code === 'CHAPTERS_NOT_SHOWN'))
  })

  test('a song that is missing, or too short to be shown, is named', async () => {
    const silent = { files: { clips: [] }, song: chapters[0]!.song }
    await assert.rejects(renderVideo(planOf({ chapters: [...chapters, silent] })), {
      code: 'AUDIO_MISSING',
      message: /"Süd 1" of the album has no audio/,
    })
    await assert.rejects(renderVideo(planOf({ chapters: [] })), { code: 'AUDIO_MISSING' })
    const audio = join(folder, 'scrap.flac')
    encodePcm(makeClicks(0.5), audio, { encoder: 'flac', container: 'flac' })
    const scrap = { files: { audio, clips: [] }, song: chapters[1]!.song }
    await assert.rejects(renderVideo(planOf({ chapters: [chapters[0]!, scrap] })), {
      code: 'AUDIO_RANGE_INVALID',
      message: /"Süd 2" lasts 0.5 s/,
    })
  })
})

/** How many samples the click comes late: where it is most alike. */
function findClick(heard: Float32Array, secs: number): number {
  const at = Math.round(secs * 48_000)
  let best = { likeness: Number.NEGATIVE_INFINITY, off: 0 }
  for (let off = -200; off <= 200; off++) {
    let likeness = 0
    for (let i = -60; i <= 60; i++)
      likeness += (heard[at + off + i] ?? 0) * shapeClick((at + i) / 48_000 - secs)
    if (likeness > best.likeness) best = { likeness, off }
  }
  return best.off
}
