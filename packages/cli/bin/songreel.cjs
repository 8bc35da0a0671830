#!/usr/bin/env node
// Old syntax on purpose, and nothing else in this file: an old Node must get as far as saying that it is too old.
const NEEDED = [22, 18]

const version = process.versions.node.split('.').map(Number)
if (version[0] < NEEDED[0] || (version[0] === NEEDED[0] && version[1] < NEEDED[1])) {
  process.stderr.write(
    `songreel needs Node ${NEEDED.join('.')} or newer; this is ${process.versions.node}.\n` +
      'Get it from https://nodejs.org, or with your version manager: nvm install 24\n' +
      'Inside a clone: npx songreel (after npm ci), which uses the Node that comes with it.\n',
  )
  process.exit(1)
}

require('./start.cjs')
