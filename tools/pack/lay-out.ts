import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import { packPackages, ROOT, type Tarball } from './pack-packages.ts'

// npm run lay-out -- <folder>: an installation as `npm install build/tarballs/*.tgz` makes one, but without the network, with
// the very versions that package-lock.json names (npm would take the newest that fit), and with the clone's own Node:
// bin/songreel is the command, and needs nothing else.

type PackageFile = {
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}

const run = promisify(execFile)

/** Beside its own Node, whichever others are in PATH. The shell becomes Node, so signals reach it. */
const COMMAND = `#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
exec "$here/node" "$here/../node_modules/songreel/bin/songreel.cjs" "$@"
`

const [folder] = process.argv.slice(2)
if (!folder) throw new Error('Name the folder in which the installation is to be made.')
const work = await mkdtemp(join(tmpdir(), 'songreel-layout-'))
try {
  const tarballs = await packPackages(work)
  await writeInstallation(folder, tarballs)
  await writePrograms(folder)
} finally {
  await rm(work, { recursive: true, force: true })
}

async function writeInstallation(target: string, tarballs: Tarball[]): Promise<void> {
  await mkdir(target, { recursive: true })
  await writeFile(join(target, 'package.json'), '{ "private": true, "type": "module" }\n')
  const own = new Set(tarballs.map(({ name }) => name))
  const taken = new Set<string>()
  for (const { name, file } of tarballs) {
    const place = join(target, 'node_modules', name)
    await mkdir(place, { recursive: true })
    await run('tar', ['-xzf', file, '-C', place, '--strip-components=1'])
    // npm has put what our packages need at the clone's top.
    await takeNeeds(await readFacts(place), { from: ROOT, target, own, taken })
  }
}

async function writePrograms(target: string): Promise<void> {
  const bin = join(target, 'bin')
  await mkdir(bin, { recursive: true })
  await cp(process.execPath, join(bin, 'node'))
  await writeFile(join(bin, 'songreel'), COMMAND, { mode: 0o755 })
}

type Taking = { from: string; target: string; own: Set<string>; taken: Set<string> }

/** Copies what a package needs, and what that needs, to the same places as in the clone. */
async function takeNeeds(facts: PackageFile, { from, ...rest }: Taking): Promise<void> {
  for (const { name, isOptional } of listNeeds(facts)) {
    if (rest.own.has(name)) continue
    const place = findPlace(name, from)
    if (!place && isOptional) continue
    if (!place) throw new Error(`${name} is not in the clone's node_modules: run npm ci.`)
    if (rest.taken.has(place)) continue
    rest.taken.add(place)
    // Packages inside of it are taken when something needs them.
    const isOwn = (path: string) => basename(path) !== 'node_modules' || path === place
    await cp(place, join(rest.target, relative(ROOT, place)), { recursive: true, filter: isOwn })
    await takeNeeds(await readFacts(place), { from: place, ...rest })
  }
}

function listNeeds(facts: PackageFile): { name: string; isOptional: boolean }[] {
  const { dependencies = {}, optionalDependencies = {}, peerDependencies = {} } = facts
  const peers = Object.keys(peerDependencies).filter((name) => !facts.peerDependenciesMeta?.[name]?.optional)
  const optional = new Set(Object.keys(optionalDependencies))
  const names = new Set([...Object.keys(dependencies), ...optional, ...peers])
  return [...names].map((name) => ({ name, isOptional: optional.has(name) }))
}

/** As Node finds it: in the nearest node_modules, from here upwards, but not above the clone. */
function findPlace(name: string, from: string): string | undefined {
  const place = join(from, 'node_modules', name)
  if (existsSync(join(place, 'package.json'))) return place
  return relative(from, ROOT) === '' ? undefined : findPlace(name, dirname(from))
}

async function readFacts(place: string): Promise<PackageFile> {
  return JSON.parse(await readFile(join(place, 'package.json'), 'utf8'))
}
