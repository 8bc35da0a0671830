const fs = require('node:fs')
const { enableCompileCache } = require('node:module')
const os = require('node:os')
const path = require('node:path')

// An id without an account has no home unless HOME names one, and libraries fail without: the root, as container engines have it.
try {
  os.homedir()
} catch {
  process.env.HOME = '/'
}

// Compiled code is kept between runs, which saves two thirds of the start.
const folder = process.env.NODE_COMPILE_CACHE ? undefined : findCodeCacheFolder()
if (folder) enableCompileCache(folder)

import('#start')

/** The engine's own folder; it is trusted like the code itself, so it must be ours alone. */
function findCodeCacheFolder() {
  try {
    // Not os.userInfo(): that fails for an id without an account, as containers often have.
    const uid = process.geteuid?.() ?? os.userInfo().uid
    const folder = path.join(os.tmpdir(), `songreel-code-${uid}`)
    fs.mkdirSync(folder, { mode: 0o700, recursive: true })
    const found = fs.lstatSync(folder)
    return found.isDirectory() && found.uid === uid && (found.mode & 0o077) === 0 ? folder : undefined
  } catch {
    return undefined
  }
}
