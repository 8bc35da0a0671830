import { fileURLToPath } from 'node:url'
import { type Browser, chromium } from 'playwright-core'
import { ensureChromium } from './find-chromium.ts'

const QUIET = fileURLToPath(new URL('quiet-chromium.sh', import.meta.url))

/** A browser without a screen. */
export function launchChromium(args: string[] = [], program = requireChromium()): Promise<Browser> {
  return chromium.launch({ executablePath: QUIET, args, env: { ...process.env, SONGREEL_CHROMIUM: program } })
}

function requireChromium(): string {
  const found = ensureChromium()
  if ('missing' in found) throw new Error(found.missing)
  return found.program
}
