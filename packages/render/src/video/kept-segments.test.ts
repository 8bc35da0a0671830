import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { encodePcm, synthesiseSong } from '@songreel/audio/synth'
import { aFixturePlan } from '../../testing/plans.ts'
import { createSegmentPool } from '../encode/segments/segment-pool.ts'
import { openFolderStore } from '../kept/folder-store.ts'
import { describeSearch } from '../kept/segment-line.ts'
import { openSupply } from '../kept/segment-supply.ts'
import type { RenderedVideo, RenderPlan } from '../plan/render-plan.ts'
import { renderVideo } from './render-video.ts'

const MAX_BYTES = 1e9

describe('a video whose segments are kept', () => {
  let folder = ''
  let whole: RenderedVideo
  const inside = (name: string) => join(folder, name)
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'songreel-kept-'))
    const { sampleRate, channels } = synthesiseSong({ bpm: 120, secs: 13 }).pcm
    const pcm = { sampleRate, channels: channels.map((samples) => samples.map((sample) => sample / 2)) }
    encodePcm(pcm, inside('song.flac'), { encoder: 'flac', container: 'flac' })
  })
  after(() => rm(folder, { recursive: true, force: true }))

  const planFor = (changes: Partial<RenderPlan> = {}) =>
    aFixturePlan(folder, inside('song.flac'), {
      excerpt: { startSecs: 0, endSecs: 11 },
      outFile: inside('video.mp4'),
      cacheFolder: inside('cache'),
      // Any name will do, as long as it is the song's alone: the sound is kept under it, too.
      songSha256: 'aa'.repeat(32),
      ...changes,
    })
  const render = async (plan: RenderPlan, store: string): Promise<RenderedVideo> => {
    const segments = openFolderStore(inside(store), { maxBytes: MAX_BYTES })
    return renderVideo(plan, {
      pool: createSegmentPool(plan, await openSupply(segments, await describeSearch(plan))),
    })
  }

  test('is the same to the byte when all of them are found, and checks and poster are, too', async () => {
    const plan = planFor()
    whole = await renderVideo(plan)
    const poster = await readFile(whole.poster)
    const first = await render(plan, 'all')
    const again = await render(plan, 'all')
    assert.deepEqual(
      [first.segments, again.segments],
      [
        { total: 3, kept: 0 },
        { total: 3, kept: 3 },
      ],
    )
    for (const { sha256, checks } of [first, again]) {
      assert.equal(sha256, whole.sha256)
      assert.deepEqual(checks, whole.checks)
    }
    assert.deepEqual(await readFile(again.poster), poster)
  })

  test('makes anew what is gone, holds another segment, or was changed in one bit', async () => {
    const [line = ''] = await readdir(inside('all'))
    const files = (await readdir(join(inside('all'), line))).filter((name) => name.endsWith('.segment'))
    // Three segments and the sound.
    assert.equal(files.length, 4)
    const paths = files.map((name) => join(inside('all'), line, name))
    const kinds = await Promise.all(
      paths.map(async (path) => (await readFile(path)).subarray(0, 8).toString()),
    )
    assert.deepEqual(kinds.toSorted(), ['songseg1', 'songseg1', 'songseg1', 'songsnd1'])
    const [gone = '', other = '', changed = ''] = paths.filter((_, i) => kinds[i] === 'songseg1')
    const sound = await readFile(paths[kinds.indexOf('songsnd1')]!)
    sound[sound.length >> 1]! ^= 1
    await writeFile(paths[kinds.indexOf('songsnd1')]!, sound)
    const bytes = await readFile(changed)
    await writeFile(other, bytes)
    bytes[bytes.length >> 1]! ^= 1
    await writeFile(changed, bytes)
    await rm(gone)
    const { segments, sha256 } = await render(planFor(), 'all')
    assert.deepEqual(segments, { total: 3, kept: 0 })
    assert.equal(sha256, whole.sha256)
    // Made anew, they were kept anew.
    assert.notDeepEqual(await readFile(other), await readFile(changed))
  })
})
