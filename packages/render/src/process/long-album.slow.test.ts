import assert from 'node:assert/strict'
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { encodePcm } from '@songreel/audio/synth'
import { synthesiseClicks } from '@songreel/audio/testing/synthesise-clicks.ts'
import { aFixturePlan } from '../../testing/plans.ts'
import { listProcessesIn, readMemoryMb } from '../../testing/processes.ts'
import type { RenderProgress } from '../plan/render-plan.ts'
import { renderVideoInChild } from './render-in-child.ts'

const SONGS = 12
const SONG_SECS = 10
const FPS = 15

/** What V8 may still take before it settles. */
const SETTLING_MB = 40

test('an album takes no more memory in its last chapters than in its first ones', async (t) => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'songreel-long-album-')))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const audio = join(folder, 'clicks.wav')
  encodePcm(synthesiseClicks([1, 5, 8], SONG_SECS, 16_000), audio, {
    encoder: 'pcm_s16le',
    container: 'wav',
  })
  const chapters = Array.from({ length: SONGS }, (_, i) => ({
    files: { audio, clips: [] },
    song: { title: `Song ${i + 1}`, artist: 'Odalys Wren', album: 'Harbour' },
  }))
  const held: { chapter: number; memoryMb: number }[] = []
  const onProgress = ({ frames, stage }: RenderProgress) => {
    // The render's own process, and what contains it.
    const memoryMb = Math.max(0, ...listProcessesIn(folder).map(readMemoryMb))
    if (stage === 'DRAWING' && frames > 0)
      held.push({ chapter: Math.floor(frames / FPS / SONG_SECS), memoryMb })
  }

  const size = { width: 640, height: 360 }
  const plan = aFixturePlan(folder, '', { files: { clips: [] }, chapters, size, fps: FPS, threads: 1 })
  await renderVideoInChild({ ...plan, cacheFolder: join(folder, 'cache') }, { onProgress })

  const most = (from: number, to: number) =>
    Math.max(
      ...held.filter(({ chapter }) => chapter >= from && chapter <= to).map(({ memoryMb }) => memoryMb),
    )
  const firstMb = most(0, 2)
  const restMb = most(3, SONGS)
  t.diagnostic(`first chapters ${Math.round(firstMb)} MB, afterwards ${Math.round(restMb)} MB`)
  assert.ok(firstMb > 50 && restMb > 50)
  assert.ok(restMb < firstMb + SETTLING_MB, `grew from ${firstMb} to ${restMb} MB`)
})
