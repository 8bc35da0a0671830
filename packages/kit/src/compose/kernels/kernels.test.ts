import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listStaleFiles } from '../../../../../tools/kernels/build-kernels.ts'

test('the committed kernels and their declarations are what their source gives (npm run build:kernels)', async () => {
  assert.deepEqual(await listStaleFiles('kit'), [])
})
