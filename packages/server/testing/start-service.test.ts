import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { test } from 'node:test'
import { startService } from './start-service.ts'

test('the data folder goes last, when nothing writes into it any more', async () => {
  const closers: (() => Promise<void>)[] = []
  const { services } = await startService({ after: (close) => closers.push(close) }, { hasWorker: true })
  const { dataDir } = services.config
  const wasThere: boolean[] = []
  // In the order in which Node runs them.
  for (const close of closers) {
    wasThere.push(existsSync(dataDir))
    await close()
  }
  assert.ok(wasThere.every(Boolean), String(wasThere))
  assert.ok(!existsSync(dataDir))
})
