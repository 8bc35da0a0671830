import assert from 'node:assert/strict'
import { test } from 'node:test'
import { haveKernelsChanged, KERNEL_HOMES } from './build-kernels.ts'

for (const home of KERNEL_HOMES)
  test(`the kernels of ${home} were built from the sources that are there (npm run build:kernels)`, async () => {
    assert.equal(await haveKernelsChanged(home), false)
  })
