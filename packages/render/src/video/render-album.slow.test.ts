import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { encodePcm, synthesiseSong } from '@songreel/audio/synth'
import { decodeSound, makeClickAlbum } from '../../testing/click-album.ts'
import { createSegmentPool } from '../encode/segments/segment-pool.ts'
import { openFolderStore } from '../kept/folder-store.ts'
import { describeSearch } from '../kept/segment-line.ts'
import { openSupply } from '../kept/segment-supply.ts'
import type { RenderPlan } from '../plan/render-plan.ts'
import { renderSegments } from './render-segments.ts'
import { renderVideo } from './render-video.ts'

describe('a video of several songs, at length', async () => {
  const { folder, chapters, planOf, remove } = await makeClickAlbum()
  after(remove)
  const openPool = async (plan: RenderPlan, name: string, workKey?: string) => {
    const options = { maxBytes: 1e9, ...(workKey && { workKey }) }
    const store = openFolderStore(join(folder, name), options)
    return createSegmentPool(plan, await openSupply(store, await describeSearch(plan)))
  }

  test('has the same bytes with one, two and three threads', async () => {
    const hashes = new Set<string>()
    for (const threads of [2, 1, 3]) hashes.add((await renderVideo(planOf({ threads }))).sha256)
    assert.equal(hashes.size, 1)
  })

  test("FFmpeg's own program reads its chapters", { skip: whyNoFfprobe() }, async () => {
    const { file, chapters: told = [] } = await renderVideo(planOf())
    const options = ['-v', 'error', '-show_chapters', '-of', 'json', file]
    const { chapters: read } = JSON.parse(execFileSync('ffprobe', options, { encoding: 'utf8' }))
    assert.deepEqual(
      read.map(({ start_time, tags }: { start_time: string; tags: { title: string } }) => ({
        title: tags.title,
        startSecs: Number(start_time),
      })),
      told,
    )
  })

  test('is brought to a loudness as a whole, by one gain', async () => {
    const measure = async (changes: Partial<RenderPlan>) => {
      const heard = await decodeSound((await renderVideo(planOf(changes))).file)
      return [1.37, 5.2111 + 1.37, 7.5888 + 1.37].map((secs) => {
        const near = heard.subarray((secs - 0.01) * 48_000, (secs + 0.01) * 48_000)
        return Math.sqrt(near.reduce((sum, sample) => sum + sample ** 2, 0))
      })
    }
    const [original, quiet] = [await measure({}), await measure({ loudness: -40 })]
    const gains = original.map((level, i) => quiet[i]! / level)
    assert.ok(gains[0]! < 0.8, `gain ${gains[0]}`)
    for (const gain of gains) assert.ok(Math.abs(gain / gains[0]! - 1) < 0.03, `${gains}`)
  })

  test('in WEBM it has the same songs, without chapters in the file', async () => {
    const video = await renderVideo(planOf({ format: 'WEBM', outFile: join(folder, 'album.webm') }))
    assert.equal(video.chapters?.length, 3)
    assert.ok(video.checks.isPassed)
  })

  test('keeps its segments: another title costs its chapter and the picture that the next one comes out of', async () => {
    const cacheFolder = join(folder, 'cache')
    const render = async (plan: RenderPlan) => renderVideo(plan, { pool: await openPool(plan, 'kept') })
    const { segments, sha256 } = await render(planOf({ cacheFolder }))
    assert.deepEqual(segments, { total: 5, kept: 0 })
    const again = await render(planOf({ cacheFolder }))
    assert.deepEqual([again.segments, again.sha256], [{ total: 5, kept: 5 }, sha256])
    const renamed = chapters.map((each, i) =>
      i === 1 ? { ...each, song: { ...each.song, title: 'Nord' } } : each,
    )
    const changed = await render(planOf({ cacheFolder, chapters: renamed }))
    assert.deepEqual(changed.segments, { total: 5, kept: 3 })
    assert.equal(changed.sha256, (await renderVideo(planOf({ cacheFolder, chapters: renamed }))).sha256)
  })

  test('is put together from segments that were made elsewhere, in any order of its chapters', async () => {
    const plan = planOf({ cacheFolder: join(folder, 'cache'), threads: 2 })
    const indexes = [4, 1, 3, 2]
    const next = async () => indexes.shift()
    const { total, made } = await renderSegments(plan, { pool: await openPool(plan, 'made', 'work'), next })
    assert.deepEqual({ total, made }, { total: 5, made: 4 })
    const video = await renderVideo(plan, { pool: await openPool(plan, 'made', 'work') })
    assert.deepEqual(video.segments, { total: 5, kept: 4 })
    assert.equal(video.sha256, (await renderVideo(plan)).sha256)
  })

  test('a sampler plays whole bars of each song, and goes on in time', async () => {
    const songs = [112, 126].map((bpm, i) => {
      const audio = join(folder, `beat-${i}.flac`)
      encodePcm(synthesiseSong({ bpm, secs: 40 }).pcm, audio, { encoder: 'flac', container: 'flac' })
      return { files: { audio, clips: [] }, song: { ...chapters[0]!.song, title: `${bpm} bpm` } }
    })
    const outFile = join(folder, 'sampler.mp4')
    const video = await renderVideo(planOf({ chapters: songs, samplerSecs: 20, outFile }))
    const [first, second] = video.chapters!
    const bars = (from: number, to: number, bpm: number) => ((to - from) * bpm) / 240
    const counted = [
      bars(first!.startSecs, second!.startSecs, 112),
      bars(second!.startSecs, video.excerpt.endSecs, 126),
    ]
    for (const count of counted) {
      assert.ok(Math.abs(count - Math.round(count)) < 0.03, `${count} bars`)
      assert.ok(count > 1.9 && count < 8.1, `${count} bars`)
    }
    assert.ok(video.durationSecs <= 20.1)
    assert.ok(video.checks.isPassed)
  })
})

/** Of Debian's package ffmpeg, or any other. */
function whyNoFfprobe(): string | false {
  try {
    execFileSync('ffprobe', ['-version'], { stdio: 'ignore' })
    return false
  } catch {
    return 'needs ffprobe'
  }
}
