import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A package as an install of ours has it. */
export type InstalledPackage = {
  name: string
  version: string
  licence: string
  /** sha512 in base64, as npm writes it; our own packages have none before they are packed. */
  integrity?: string
  /** Where it lies in the clone, from its root. */
  path: string
  isOurs: boolean
  /** Names and versions of what it needs, as `name@version`. */
  dependsOn: string[]
  /** What a bundler put into it instead: nobody's list of packages shows it. */
  bundles: string[]
}

type LockEntry = {
  name?: string
  version: string
  license?: string
  integrity?: string
  resolved?: string
  link?: boolean
  os?: string[]
  cpu?: string[]
  libc?: string[]
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}
type Lock = Record<string, LockEntry>

/** The name under which node-av's library is published (docs/decisions/0022-node-av.md). */
const NODE_AV = '@songreel/node-av'

/**
 * What an install of the `songreel` package holds, read from the lock file: on Linux with glibc, x64 and arm64, which is what we support.
 * It differs from a clone: node-av is there as its library alone, and the dashboard as it is built.
 */
export function readInstalled(root: string): InstalledPackage[] {
  const lock: Lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  const found = new Map<string, InstalledPackage>()
  const visit = (path: string): string | undefined => {
    const entry = lock[path]
    if (!entry || !isForLinux(entry)) return undefined
    const name = entry.name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    const isOurs = path.startsWith('packages/')
    const key = `${name}@${entry.version}`
    if (found.has(key)) return key
    const { license: licence = 'not stated', version, integrity } = entry
    const facts: InstalledPackage = { name, version, licence, path, isOurs, dependsOn: [], bundles: [] }
    if (integrity) facts.integrity = integrity
    found.set(key, facts)
    const findAll = (names: string[]) =>
      names
        .map((each) => visit(findEntry(lock, path, each)))
        .filter((each) => each !== undefined)
        .sort()
    facts.dependsOn = findAll(listNeeded(name, entry))
    facts.bundles = findAll(listBundled(name, entry))
    return key
  }
  visit('packages/cli')
  return publishNodeAv([...found.values()]).sort((a, b) => (toKey(a) < toKey(b) ? -1 : 1))
}

/** What the package's published package.json asks for. */
function listNeeded(name: string, { dependencies, optionalDependencies }: LockEntry): string[] {
  // Its site is built; the compilers stay here (tools/pack/stage-dashboard.ts).
  if (name === '@songreel/dashboard') return []
  // Only the native parts: tools/pack/stage-node-av.ts.
  if (name === 'node-av')
    return Object.keys(optionalDependencies ?? {}).filter((each) => /^@seydx\//.test(each))
  return Object.keys({ ...dependencies, ...optionalDependencies })
}

/** Which of the dashboard's libraries are part of its pages; the others build and test them. */
const IN_PAGES = /^(preact|preact-iso|@preact\/signals|music-metadata)$/

function listBundled(name: string, { devDependencies }: LockEntry): string[] {
  return name === '@songreel/dashboard'
    ? Object.keys(devDependencies ?? {}).filter((each) => IN_PAGES.test(each))
    : []
}

/** Where Node would find a package from here: in the nearest node_modules that has it. */
function findEntry(lock: Lock, from: string, name: string): string {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const path = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`
    const entry = lock[path]
    if (entry) return entry.link ? (entry.resolved ?? path) : path
    if (folder === '') return path
  }
}

function isForLinux({ os, cpu, libc }: LockEntry): boolean {
  const fits = (list: string[] | undefined, ...mine: string[]) =>
    !list || list.some((each) => mine.includes(each))
  return fits(os, 'linux') && fits(cpu, 'x64', 'arm64') && fits(libc, 'glibc')
}

/** Our packages ask for node-av by the name of the part that we publish, and with our version. */
function publishNodeAv(packages: InstalledPackage[]): InstalledPackage[] {
  const { version } = packages.find(({ name }) => name === 'songreel')!
  const theirs = packages.find(({ name }) => name === 'node-av')!
  const from = toKey(theirs)
  const rename = (key: string) => (key === from ? `${NODE_AV}@${version}` : key)
  return packages.map((each) => {
    const dependsOn = each.dependsOn.map(rename).sort()
    if (each !== theirs) return { ...each, dependsOn }
    const { integrity: _, ...facts } = each
    return { ...facts, dependsOn, name: NODE_AV, version }
  })
}

/** How packages name each other here. */
export function toKey({ name, version }: { name: string; version: string }): string {
  return `${name}@${version}`
}
