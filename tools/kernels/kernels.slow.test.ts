import assert from 'node:assert/strict'
import { test } from 'node:test'
import { KERNEL_HOMES, listStaleFiles } from './build-kernels.ts'

for (const home of KERNEL_HOMES)
  test(`the committed kernels of ${home} and their declarations are what their source gives (npm run build:kernels)`, async () => {
    assert.deepEqual(await listStaleFiles(home), [])
  })
