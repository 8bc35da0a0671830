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

import('../src/main.ts')
