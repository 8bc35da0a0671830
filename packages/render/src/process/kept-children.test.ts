import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createKeptChildren } from './kept-children.ts'
import type { ChildJob } from './messages.ts'
import type { StillsJob } from './stage-job.ts'
import type { StillsChild } from './stills-child.ts'

test('a child that lacks a file goes on waiting: it is watched once, and ends when it would have ended', async (t) => {
  const { kept, wait, ended, rests } = setUp(t)
  wait('first', ['cover'])
  t.mock.timers.tick(30_000)
  wait('second', ['cover'])
  for (let i = 0; i < 5; i++) assert.equal(await kept.take(aJob('photo'), 'one'), undefined)
  assert.deepEqual(rests, ['first', 'second'])
  t.mock.timers.tick(30_000)
  assert.deepEqual(ended, ['first'])
  wait('third', ['cover'])
  wait('fourth', ['cover'])
  assert.deepEqual(ended, ['first', 'second'], 'the one that has waited longest makes room')
})

test('of two jobs at once each has a child of its own, and none gets one that has ended meanwhile', async (t) => {
  const { kept, wait } = setUp(t)
  wait('first', ['cover'])
  wait('second', ['cover'])
  const take = async () => (await kept.take(aJob('cover'), 'one'))?.child
  const [one, other, none] = await Promise.all([take(), take(), take()])
  assert.ok(one && other && one !== other && !none)

  wait('third', ['cover'])
  const late = take()
  t.mock.timers.tick(60_000)
  assert.equal(await late, undefined)
})

/** Two at most wait for a minute; each notes when it is watched and when it is ended. */
function setUp(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const kept = createKeptChildren({ most: 2, keptMs: 60_000 })
  const rests: string[] = []
  const ended: string[] = []
  const wait = (name: string, files: string[]) => {
    const child = {
      canLoad: () => true,
      enter: async ({ plan }) => (files.includes(plan.files.cover ?? '') ? ({} as ChildJob) : undefined),
      rest: () => void rests.push(name),
      end: async () => void ended.push(name),
    } satisfies Pick<StillsChild, 'canLoad' | 'enter' | 'rest' | 'end'>
    kept.keep(child as unknown as StillsChild, 'one')
  }
  return { kept, wait, ended, rests }
}

/** A job that needs one file. */
function aJob(cover: string): StillsJob {
  return { kind: 'STILLS', plan: { template: { url: '' }, files: { cover } }, atSecs: [0] } as never
}
