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

const SONG_SECS = 300
const FPS = 15

/** What V8 may still take before it settles. */
const SETTLING_MB = 40

test('a long song takes no more memory at its end than after its first minute', async (t) => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'songreel-long-')))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const audio = join(folder, 'clicks.wav')
  encodePcm(synthesiseClicks([1, 100, 200], SONG_SECS, 16_000), audio, {
    encoder: 'pcm_s16le',
    container: 'wav',
  })
  const held: { secs: number; memoryMb: number }[] = []
  const onProgress = ({ frames, stage }: RenderProgress) => {
    const [pid] = listProcessesIn(folder)
    if (pid !== undefined && stage === 'DRAWING')
      held.push({ secs: frames / FPS, memoryMb: readMemoryMb(pid) })
  }

  const size = { width: 320, height: 180 }
  const excerpt = { startSecs: 0, endSecs: SONG_SECS }
  await renderVideoInChild(aFixturePlan(folder, audio, { size, fps: FPS, excerpt, threads: 2 }), {
    onProgress,
  })

  const most = (from: number, to: number) =>
    Math.max(...held.filter(({ secs }) => secs >= from && secs <= to).map(({ memoryMb }) => memoryMb))
  const firstMinuteMb = most(1, 60)
  const restMb = most(60, SONG_SECS)
  t.diagnostic(`first minute ${Math.round(firstMinuteMb)} MB, afterwards ${Math.round(restMb)} MB`)
  assert.ok(firstMinuteMb > 0 && restMb > 0)
  assert.ok(restMb < firstMinuteMb + SETTLING_MB, `grew from ${firstMinuteMb} to ${restMb} MB`)
})
