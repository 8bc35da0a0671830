import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { encodePcm } from '@songreel/audio/synth'
import { aFixturePlan } from '../../testing/plans.ts'
import { readChapters } from '../../testing/read-chapters.ts'
import { readOutput } from '../check/read-output.ts'
import type { ChapterPlan, RenderPlan } from '../plan/render-plan.ts'
import { renderVideo } from './render-video.ts'

/** None lasts a whole number of frames, of packets or of samples at 48 kHz. */
const SONGS = [
  { secs: 5.2111, encoder: 'libmp3lame', container: 'mp3' },
  { secs: 2.3777, encoder: 'aac', container: 'ipod' },
  { secs: 4.0501, encoder: 'flac', container: 'flac' },
]
const CLICKS = [0.02, 0.31, 1.37]
const SAMPLE_RATE = 44_100

describe('a video of several songs', () => {
  let folder = ''
  let chapters: ChapterPlan[]
  const planOf = (changes: Partial<RenderPlan> = {}) =>
    aFixturePlan(folder, '', {
      files: { clips: [] },
      chapters,
      fps: 15,
      song: { title: 'Harbour', artist: 'Odalys Wren', album: 'Harbour' },
      outFile: join(folder, 'album.mp4'),
      ...changes,
    })
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'songreel-album-'))
    chapters = SONGS.map(({ secs, encoder, container }, i) => {
      const audio = join(folder, `song-${i}`)
      encodePcm(makeClicks(secs), audio, { encoder, container, bitRate: 192_000 })
      const song = { title: `Süd ${i + 1}`, artist: i === 2 ? 'Aury' : 'Odalys Wren', album: 'Harbour' }
      return { files: { audio, clips: [] }, song }
    })
  })
  after(() => rm(folder, { recursive: true, force: true }))

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

function makeClicks(secs: number) {
  const samples = new Float32Array(Math.round(secs * SAMPLE_RATE))
  for (const click of CLICKS) {
    const at = Math.round(click * SAMPLE_RATE)
    for (let i = -80; i <= 80; i++)
      if (at + i < samples.length) samples[at + i]! += shapeClick(i / SAMPLE_RATE)
  }
  return { sampleRate: SAMPLE_RATE, channels: [samples, samples] }
}

function shapeClick(secs: number): number {
  return 0.7 * Math.exp(-((secs / 0.0006) ** 2)) * Math.cos(2 * Math.PI * 700 * secs)
}

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

async function decodeSound(file: string): Promise<Float32Array> {
  const heard: number[] = []
  await readOutput(file, 'mov', { onSound: ([left]) => heard.push(...left!) })
  return Float32Array.from(heard)
}
