import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { closeUnreleased, isBreaking } from './changelog.ts'
import { mayBreak, nextVersion, type Step } from './next-version.ts'

type PackageFile = Record<string, unknown> & { name: string; version: string }

const DEPENDENCIES = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies']

/** Gives all packages of a clone their next version, in their own files, in the lock file and in the changelog. Returns it. */
export async function setVersion(root: string, step: Step): Promise<string> {
  const { workspaces } = await readJson<{ workspaces: string[] }>(join(root, 'package.json'))
  const packages = await Promise.all(
    workspaces.map(async (folder) => ({
      folder,
      facts: await readJson<PackageFile>(join(root, folder, 'package.json')),
    })),
  )
  const [current = '', ...others] = new Set(packages.map(({ facts }) => facts.version))
  if (others.length > 0)
    throw new Error(`The packages have several versions: ${[current, ...others].join(', ')}.`)
  const version = nextVersion(current, step)

  const changelog = await readFile(join(root, 'CHANGELOG.md'), 'utf8')
  if (isBreaking(changelog) && !mayBreak(current, step))
    throw new Error(`CHANGELOG.md has a part "Breaking", which a ${step} version must not bring.`)
  const closed = closeUnreleased(changelog, version)

  const names = new Set(packages.map(({ facts }) => facts.name))
  const lock = await readJson<{ packages: Record<string, PackageFile> }>(join(root, 'package-lock.json'))
  for (const { folder, facts } of packages) {
    for (const each of [facts, lock.packages[folder]]) if (each) raise(each, version, names)
    await writeJson(join(root, folder, 'package.json'), facts)
  }
  await writeJson(join(root, 'package-lock.json'), lock)
  await writeFile(join(root, 'CHANGELOG.md'), closed)
  return version
}

/** Ours need each other at exactly the same version. */
function raise(facts: PackageFile, version: string, names: Set<string>): void {
  facts.version = version
  for (const kind of DEPENDENCIES) {
    const dependencies = facts[kind] as Record<string, string> | undefined
    for (const name of Object.keys(dependencies ?? {}))
      if (dependencies && names.has(name)) dependencies[name] = version
  }
}

async function readJson<T>(path: string): Promise<T> {
  return JSON.parse(await readFile(path, 'utf8'))
}

async function writeJson(path: string, value: unknown): Promise<void> {
  await writeFile(path, `${JSON.stringify(value, null, 2)}\n`)
}
