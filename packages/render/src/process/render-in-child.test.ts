import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, realpath, rm } from 'node:fs/promises'
import { getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { RenderError, type RenderErrorCode } from '@songreel/kit/core'
import { anUnrulyPlan } from '../../testing/plans.ts'
import { listProcessesIn, readEnvironment, waitFor } from '../../testing/processes.ts'
import type { RenderProgress } from '../plan/render-plan.ts'
import { type RenderOptions, renderVideoInChild } from './render-in-child.ts'

const RENDER_AND_HANG = fileURLToPath(new URL('../../testing/render-and-hang.ts', import.meta.url))

describe('a render in its own process', { concurrency: 2 }, () => {
  test('makes a video, reports progress that never falls, and leaves only video and poster', async (t) => {
    const folder = await makeFolder(t)
    const reports: RenderProgress[] = []
    const plan = anUnrulyPlan(folder)

    const video = await renderVideoInChild(plan, { onProgress: (progress) => reports.push(progress) })

    assert.deepEqual([video.frames, video.durationSecs, video.checks.isPassed], [60, 2, true])
    assert.deepEqual((await readdir(join(folder, 'out'))).sort(), ['video.jpg', 'video.mp4'])
    const percents = reports.map(({ percent }) => percent)
    assert.deepEqual(
      percents,
      [...percents].sort((a, b) => a - b),
    )
    assert.deepEqual(
      [...new Set(reports.map(({ stage }) => stage))],
      ['READING', 'ANALYSING', 'DRAWING', 'CHECKING'],
    )
    assert.deepEqual(listProcessesIn(folder), [])
  })

  const troubles: [string, string, RenderErrorCode, RenderOptions][] = [
    ['an error in a template', 'THROW', 'TEMPLATE_FAILED', {}],
    ['a crash of the native kind', 'CRASH', 'RENDER_CRASHED', {}],
    ['a frame that never ends', 'HANG', 'RENDER_STALLED', { stallMs: 1500 }],
    ['a render that takes too long', 'HANG', 'RENDER_TIMEOUT', { timeoutMs: 2500 }],
    ['a hoard of memory', 'HOARD', 'RENDER_OUT_OF_MEMORY', { memoryLimitMb: 600 }],
  ]
  for (const [what, trouble, code, options] of troubles) {
    test(`${what} ends in ${code}, with nothing left behind`, async (t) => {
      const folder = await makeFolder(t)
      const render = renderVideoInChild(anUnrulyPlan(folder, { data: { trouble } }), options)
      await assert.rejects(render, (error) => error instanceof RenderError && error.code === code)
      assert.deepEqual(await readdir(join(folder, 'out')), [])
      assert.deepEqual(listProcessesIn(folder), [])
    })
  }

  test('a template that never loads ends in RENDER_STALLED', async (t) => {
    const folder = await makeFolder(t)
    const url = 'data:text/javascript,await new Promise(() => undefined)'
    const plan = anUnrulyPlan(folder, { template: { contentId: 'TEST_UNRULY', url } })
    await assert.rejects(renderVideoInChild(plan, { stallMs: 1500 }), { code: 'RENDER_STALLED' })
    assert.deepEqual(listProcessesIn(folder), [])
  })

  test('a canceled render is gone, with nothing left behind', async (t) => {
    const folder = await makeFolder(t)
    const cancel = new AbortController()
    let isCanceled = false
    const onProgress = ({ frames }: RenderProgress) => {
      if (frames === 0 || isCanceled) return
      isCanceled = true
      cancel.abort()
    }
    const plan = anUnrulyPlan(folder, { data: { trouble: 'SPIN' } })
    const render = renderVideoInChild(plan, { onProgress, signal: cancel.signal })

    await assert.rejects(render, { code: 'RENDER_CANCELED' })
    assert.ok(isCanceled)
    assert.deepEqual(await readdir(join(folder, 'out')), [])
    assert.deepEqual(listProcessesIn(folder), [])
    await assert.rejects(renderVideoInChild(plan, { signal: cancel.signal }), { code: 'RENDER_CANCELED' })
  })

  test('a render ends with its parent, inherits no secret and steps back behind others', async (t) => {
    const folder = await makeFolder(t)
    const env = { PATH: process.env.PATH, SONGREEL_AUTH_TOKEN: 'canary-secret' }
    const parent = spawn(process.execPath, [RENDER_AND_HANG, folder], { env, stdio: 'ignore' })
    t.after(() => parent.kill('SIGKILL'))

    assert.ok(
      await waitFor(
        () => existsSync(join(folder, 'out', '.video.mp4.part')) || listProcessesIn(folder).length > 0,
        180_000,
      ),
    )
    // The render itself is behind the programs that close its namespaces.
    assert.ok(await waitFor(() => listProcessesIn(folder).some(stepsBack), 180_000))
    for (const pid of listProcessesIn(folder)) assert.doesNotMatch(readEnvironment(pid), /canary-secret/)
    parent.kill('SIGKILL')
    assert.ok(await waitFor(() => listProcessesIn(folder).length === 0, 180_000))
  })
})

function stepsBack(pid: number): boolean {
  try {
    return getPriority(pid) === 10
  } catch {
    return false
  }
}

async function makeFolder(t: TestContext): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'songreel-render-')))
  t.after(() => rm(folder, { recursive: true, force: true }))
  return folder
}
