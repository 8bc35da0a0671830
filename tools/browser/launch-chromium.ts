import { type Browser, chromium } from 'playwright-core'
import { ensureChromium } from './find-chromium.ts'

/** A browser without a screen. */
export function launchChromium(args: string[] = []): Promise<Browser> {
  const found = ensureChromium()
  if ('missing' in found) throw new Error(found.missing)
  return chromium.launch({ executablePath: found.program, args })
}
