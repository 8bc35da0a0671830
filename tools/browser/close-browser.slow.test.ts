import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { chromium } from 'playwright-core'
import { closeBrowser } from './close-browser.ts'
import { ensureChromium } from './find-chromium.ts'

const found = ensureChromium()
const skip = 'missing' in found && found.missing

test('a browser is closed of which a process lives on and holds its outputs', { skip }, async (t) => {
  if ('missing' in found) return
  const folder = mkdtempSync(join(tmpdir(), 'songreel-browser-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const program = join(folder, 'chromium')
  // Longer than a test may take, so nothing but its end by force lets the browser close.
  writeFileSync(program, `#!/bin/sh\nsleep 3600 &\nexec ${found.program} "$@"\n`)
  chmodSync(program, 0o755)
  const browser = await chromium.launch({ executablePath: program })
  await closeBrowser(browser, 2000)
  assert.equal(browser.isConnected(), false)
})
