import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

// npm run test:packages -- [--node 22] [--registry]: the test of the tarballs on another Node, fetched from the registry,
// and with a real npm install instead of links to the clone's libraries.

const { values } = parseArgs({ options: { node: { type: 'string' }, registry: { type: 'boolean' } } })
const folder = mkdtempSync(join(tmpdir(), 'songreel-node-'))
try {
  const env = {
    ...process.env,
    ...(values.node && { SONGREEL_PACKAGES_NODE: fetchNode(values.node) }),
    ...(values.registry && { SONGREEL_PACKAGES_REGISTRY: '1' }),
  }
  const test = fileURLToPath(new URL('./packages.slow.test.ts', import.meta.url))
  process.exitCode = spawnSync(process.execPath, ['--test', test], { env, stdio: 'inherit' }).status ?? 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function fetchNode(version: string): string {
  const name = `node-${process.platform}-${process.arch}`
  const args = [
    'install',
    '--prefix',
    folder,
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    `${name}@${version}`,
  ]
  const { status } = spawnSync('npm', args, { stdio: ['ignore', 'ignore', 'inherit'] })
  if (status !== 0) throw new Error(`Node ${version} could not be fetched as ${name}.`)
  const node = join(folder, 'node_modules', name, 'bin/node')
  console.log(`Node ${spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.trim()}`)
  return node
}
