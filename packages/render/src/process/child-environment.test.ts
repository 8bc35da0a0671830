import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { tmpdir } from 'node:os'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createChildEnvironment } from './child-environment.ts'

const run = promisify(execFile)

test('a child knows no font of the machine', async () => {
  const code = `import('@napi-rs/canvas').then(({ GlobalFonts }) => console.log(JSON.stringify(GlobalFonts.families)))`
  const { stdout } = await run(process.execPath, ['-e', code], {
    cwd: fileURLToPath(new URL('.', import.meta.url)),
    env: createChildEnvironment(tmpdir(), null),
  })
  assert.deepEqual(JSON.parse(stdout), [])
})
