import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import asc from 'assemblyscript/asc'

test('the committed kernels are what their source compiles to (npm run build:kernels)', async () => {
  const packageFolder = fileURLToPath(new URL('../../..', import.meta.url))
  let compiled: Uint8Array | string = ''
  const { error, stderr } = await asc.main(['--config', 'asconfig.json', '--baseDir', packageFolder], {
    writeFile: (name, contents) => {
      if (name.endsWith('kernels.wasm')) compiled = contents
    },
  })
  assert.equal(error, null, stderr.toString())
  const committed = readFileSync(new URL('./kernels.wasm', import.meta.url))
  assert.ok(Buffer.from(compiled).equals(committed), 'run npm run build:kernels and commit kernels.wasm')
})
