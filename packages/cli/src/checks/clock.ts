import { stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeTempFolder, removeTempFolder } from '../temp-folders.ts'
import type { Check } from './check.ts'

const TOLERANCE_SECS = 2

/** Signed links and webhooks carry times; a clock that disagrees with the file system's is wrong somewhere. */
export const clockCheck: Check = {
  name: 'Clock',
  fix: 'set the clock, best by NTP',
  async run() {
    const folder = await makeTempFolder()
    try {
      const file = join(folder, 'now')
      await writeFile(file, '')
      const offSecs = Math.abs(Date.now() - (await stat(file)).mtimeMs) / 1000
      if (offSecs <= TOLERANCE_SECS)
        return { status: 'GOOD', text: `within ${TOLERANCE_SECS} s of the file system` }
      return { status: 'WARNING', text: `${Math.round(offSecs)} s away from the file system's` }
    } finally {
      await removeTempFolder(folder)
    }
  },
}
