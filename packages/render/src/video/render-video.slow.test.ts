import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { checkFlashes, writeClicks } from '../../testing/check-flashes.ts'

const CLICK_SECS = [0.35, 1.213, 2.071, 3.5, 181.03, 182.217, 183.5, 184.291]

// What drifts does so by frames: the most of them are at 60 fps. The others start late instead.
const EXCERPTS = [
  { fps: 60, startSecs: 0, endSecs: 186 },
  { fps: 24, startSecs: 0, endSecs: 5 },
  { fps: 24, startSecs: 180, endSecs: 186 },
  { fps: 30, startSecs: 0, endSecs: 5 },
  { fps: 30, startSecs: 180, endSecs: 186 },
]

describe('a video of a whole song', () => {
  let folder = ''
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'songreel-whole-'))
    writeClicks(folder, CLICK_SECS)
  })
  after(() => rm(folder, { recursive: true, force: true }))

  for (const { fps, ...excerpt } of EXCERPTS) {
    const { startSecs, endSecs } = excerpt
    test(`shows each flash within half a frame of its click, ${startSecs} to ${endSecs} s at ${fps} fps`, () =>
      checkFlashes(folder, { clickSecs: CLICK_SECS, fps, excerpt }))
  }
})
