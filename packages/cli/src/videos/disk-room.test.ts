import assert from 'node:assert/strict'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { checkDiskRoom, estimateBytes, readFreeBytes } from './disk-room.ts'

const VIDEO = { width: 1080, height: 1920, fps: 30, durationSecs: 240, format: 'MP4' } as const
const TEMP = tmpdir()
const PLACES = { outFolder: join(TEMP, 'videos'), workFolder: join(TEMP, '.songreel-x') }

test('a disk without room is told before rendering, with what is needed, what is there and what to do', async () => {
  const fullTemp = checkDiskRoom([VIDEO], PLACES, async (folder) => (folder === TEMP ? 12e6 : 1e12))
  await assert.rejects(fullTemp, {
    exitCode: 74,
    message: `Needs about 50 MB in ${TEMP}, 12 MB free. Free some, or set SONGREEL_TEMP_DIR.`,
  })
  const fullTarget = checkDiskRoom([VIDEO, VIDEO], PLACES, async (folder) => (folder === TEMP ? 1e12 : 120e6))
  await assert.rejects(fullTarget, {
    exitCode: 74,
    message:
      /^Needs about \d+ MB in .*\/videos, 120 MB free\. Free some, or choose another folder with --out\.$/,
  })
  await checkDiskRoom([VIDEO], PLACES, async () => 1e12)
})

test('the estimate is above what videos take, and not absurdly so', () => {
  // 15 seconds of the demo took 2.2 MB, detailed clips take several times as much.
  const demo = estimateBytes({ ...VIDEO, durationSecs: 15 })
  assert.ok(demo > 2.2e6 * 3 && demo < 2.2e6 * 20)
  assert.ok(estimateBytes({ ...VIDEO, format: 'MOV' }) > 10 * estimateBytes(VIDEO))
})

test('a folder that is yet to be made has the room of its parent', async () => {
  assert.ok((await readFreeBytes(join(tmpdir(), 'not', 'there', 'yet'))) > 0)
})
