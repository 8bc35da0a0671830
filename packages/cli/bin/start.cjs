const fs = require('node:fs')
const { enableCompileCache } = require('node:module')
const os = require('node:os')
const path = require('node:path')

// Compiled code is kept between runs, which saves two thirds of the start.
const folder = process.env.NODE_COMPILE_CACHE ? undefined : findCodeCacheFolder()
if (folder) enableCompileCache(folder)

import('#start')

/** The engine's own folder; it is trusted like the code itself, so it must be ours alone. */
function findCodeCacheFolder() {
  try {
    const { uid } = os.userInfo()
    const folder = path.join(os.tmpdir(), `songreel-code-${uid}`)
    fs.mkdirSync(folder, { mode: 0o700, recursive: true })
    const found = fs.lstatSync(folder)
    return found.isDirectory() && found.uid === uid && (found.mode & 0o077) === 0 ? folder : undefined
  } catch {
    return undefined
  }
}
