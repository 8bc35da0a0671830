// Old syntax on purpose, and nothing else in this file: an old Node must get as far as saying that it is too old.
const NEEDED = [22, 18]
const EXIT_CONFIG = 78

const version = process.versions.node.split('.').map(Number)
if (version[0] < NEEDED[0] || (version[0] === NEEDED[0] && version[1] < NEEDED[1])) {
  process.stderr.write(
    `Songreel needs Node ${NEEDED.join('.')} or newer; this is ${process.versions.node}. Use npm start (after npm ci), which brings its own, or install a newer one.\n`,
  )
  process.exit(EXIT_CONFIG)
}

// An id without an account has no home unless HOME names one, and libraries fail without: the root, as container engines have it.
try {
  require('node:os').homedir()
} catch (_) {
  // biome-ignore lint/style/noProcessEnv: it is set for libraries, and read by none of our code
  process.env.HOME = '/'
}

import('../src/main.ts')
