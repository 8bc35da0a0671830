import assert from 'node:assert/strict'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { ensureDemoClips, ensureDemoFiles } from './demo-files.ts'

test('the demo is made once, and not by the thread that answers requests', async (t) => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'songreel-demo-'))
  t.after(() => rm(dataDir, { recursive: true }))
  const [whole, own] = [process.cpuUsage(), process.threadCpuUsage()]
  const [{ song, cover }, again, clips] = await Promise.all([
    ensureDemoFiles(dataDir),
    ensureDemoFiles(dataDir),
    ensureDemoClips(dataDir),
  ])
  const usedWhole = process.cpuUsage(whole).user
  const usedOwn = process.threadCpuUsage(own).user

  assert.deepEqual(again, { song, cover })
  for (const file of [song, cover, ...clips]) assert.ok((await stat(file)).size > 1000, file)
  assert.ok(usedOwn < usedWhole / 4, `${usedOwn} of ${usedWhole} microseconds`)
})
