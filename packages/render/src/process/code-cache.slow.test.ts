import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'

const TEMPLATE = new URL('../../testing/unruly-template.ts', import.meta.url).href

/** Asks for the folder as children do, one after the other. */
const PROGRAM = `
  const { findReadOnlyCodeCache } = await import(${JSON.stringify(import.meta.resolve('./code-cache.ts'))})
  setInterval(() => process.stdout.write(findReadOnlyCodeCache(${JSON.stringify(TEMPLATE)}) + '\\n'), 100)`

test('compiled code of the engine and then of a template is kept, readable for children and writable for us alone', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'songreel-code-test-'))
  t.after(() => rm(folder, { recursive: true, force: true, maxRetries: 20 }))
  const env = { ...process.env, TMPDIR: folder }
  const asking = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM], { env })
  t.after(() => asking.kill('SIGKILL'))
  const cache = join(folder, `songreel-code-${process.geteuid?.()}-read`)
  const list = async (pattern: RegExp) =>
    (await readdir(cache).catch(() => [])).filter((name) => pattern.test(name))

  for (let warmed = 0; warmed < 2; warmed = (await list(/^warmed-/)).length) {
    const warming = await list(/^warming-/)
    assert.ok(warmed > 0 || warming.length < 2, 'one after the other')
    await sleep(20)
  }

  assert.equal((await stat(cache)).mode & 0o777, 0o755)
  const [version = ''] = (await list(/^v\d+/)).filter((name) => name.endsWith(`-${process.geteuid?.()}`))
  const entries = await readdir(join(cache, version))
  assert.ok(entries.length > 300, `${entries.length} modules`)
  for (const name of entries) assert.equal((await stat(join(cache, version, name))).mode & 0o777, 0o644, name)
})
