import assert from 'node:assert/strict'
import { mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { type ClipFile, listMoments, type Shot } from '@songreel/kit/input'
import { createTestFrames } from '../../testing/test-frames.ts'
import { writeTestVideo } from '../../testing/write-test-video.ts'
import { createMemory } from '../pictures/memory.ts'
import { readClipFile } from './read-clip-file.ts'
import { watchShots } from './watch-shots.ts'

const FPS = 30
const CLIP_SECS = 12

describe('a film that type stands on', () => {
  let folder = ''
  let clip: ClipFile
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'songreel-watch-'))
    const file = join(folder, 'clip.mp4')
    await writeTestVideo({ file, format: 'MP4', frames: createTestFrames({ frameCount: CLIP_SECS * FPS }) })
    clip = await readClipFile(file)
  })
  after(() => rm(folder, { recursive: true, force: true }))

  test('is looked at in each of its few shots, at the start, at the end and between', async () => {
    for (const [count, moments] of [
      [3, 5],
      [15, 2],
      [40, 2],
    ] as const) {
      const shots = listShots(count)
      const [{ lights = [] } = clip] = await watchShots([clip], { shots, fps: FPS })
      const asked = shots.flatMap((shot) => listMoments(shot, FPS, moments))
      const rising = [...new Set(asked)].sort((a, b) => a - b)
      assert.deepEqual(
        lights.map(({ secs }) => secs),
        rising,
      )
    }
  })

  test('has a light for every shot where there are many, and one for those that show the same', async () => {
    for (const count of [60, 180]) {
      const shots = listShots(count)
      const [{ lights = [] } = clip] = await watchShots([clip], { shots, fps: FPS })
      for (const shot of shots) {
        const [from = 0, to = from] = listMoments(shot, FPS, 2)
        assert.ok(
          lights.some(({ secs }) => secs >= from && secs <= to),
          `nothing was looked at from ${from} to ${to} s`,
        )
      }
      assert.ok(lights.length <= (2 * CLIP_SECS) / SHOT_SECS, `${lights.length} pictures for ${count} shots`)
      assert.deepEqual(
        lights,
        lights.toSorted((a, b) => a.secs - b.secs),
      )
    }
  })

  test('is looked at once by who remembers it', async () => {
    const memory = createMemory(4)
    const film = { shots: listShots(60), fps: FPS }
    const first = await watchShots([clip], film, { memory })
    await rename(clip.path, `${clip.path}.away`)
    const again = await watchShots([clip], film, { memory })
    await rename(`${clip.path}.away`, clip.path)
    assert.deepEqual(again, first)
  })

  test('is left when nobody waits for it any more', async () => {
    const controller = new AbortController()
    const watching = watchShots([clip], { shots: listShots(180), fps: FPS }, { signal: controller.signal })
    controller.abort()
    await assert.rejects(watching, { code: 'RENDER_CANCELED' })
  })
})

const SHOT_SECS = 0.5

/** Shots one after the other that jump around in one clip. */
function listShots(count: number): Shot[] {
  const frames = SHOT_SECS * FPS
  return Array.from({ length: count }, (_, i) => ({
    startFrame: i * frames,
    endFrame: (i + 1) * frames,
    isLoud: false,
    whip: 0,
    clip: 0,
    fromSecs: (i * 3.7) % (CLIP_SECS - SHOT_SECS),
    speed: 1,
    looks: { from: undefined, to: undefined },
  }))
}
