import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { closeBrowser } from './close-browser.ts'
import { ensureChromium } from './find-chromium.ts'
import { launchChromium } from './launch-chromium.ts'

const found = ensureChromium()
const skip = 'missing' in found && found.missing

const countPipes = () => process.getActiveResourcesInfo().filter((name) => name === 'PipeWrap').length

// Both live longer than it takes to close; the second is out of reach of who kills the browser's group of processes.
for (const child of ['sleep 60', 'setsid sleep 60']) {
  test(`a browser of which a process lives on is closed and keeps nothing open: ${child}`, {
    skip,
  }, async (t) => {
    if ('missing' in found) return
    const folder = mkdtempSync(join(tmpdir(), 'songreel-browser-'))
    t.after(() => rmSync(folder, { recursive: true }))
    const program = join(folder, 'chromium')
    writeFileSync(program, `#!/bin/sh\n${child} &\nexec ${found.program} "$@"\n`)
    chmodSync(program, 0o755)
    const before = countPipes()
    const browser = await launchChromium([], program)
    await closeBrowser(browser, 2000)
    assert.equal(browser.isConnected(), false)
    // Pipes are closed a turn later.
    for (let turns = 0; countPipes() > before && turns < 50; turns++) await pause(100)
    assert.equal(countPipes(), before)
  })
}
