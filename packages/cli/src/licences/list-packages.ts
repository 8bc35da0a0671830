import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** A package that this program is made of. */
export type PackageFacts = { name: string; version: string; licence: string }

type PackageFile = {
  name: string
  version: string
  license?: string | { type: string }
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

/** Every package below this folder's own, each once, as installed here; parts for other platforms are not. */
export async function listPackages(folder: string): Promise<PackageFacts[]> {
  const found = new Map<string, PackageFacts>()
  const seen = new Set<string>()
  const visit = async (place: string) => {
    if (seen.has(place)) return
    seen.add(place)
    const facts = await readPackage(place)
    if (!facts) return
    const { name, version, license } = facts
    const licence = (typeof license === 'object' ? license.type : license) ?? 'not stated'
    found.set(`${name} ${version}`, { name, version, licence })
    for (const dependency of Object.keys({ ...facts.dependencies, ...facts.optionalDependencies })) {
      const next = await findPackage(place, dependency)
      if (next) await visit(next)
    }
  }
  await visit(folder)
  return [...found.values()].sort((a, b) => a.name.localeCompare(b.name, 'en'))
}

/** Where Node would find a package from here: in the nearest node_modules that has it. */
async function findPackage(from: string, name: string): Promise<string | undefined> {
  for (let folder = from; ; folder = dirname(folder)) {
    const place = join(folder, 'node_modules', name)
    if (await readPackage(place)) return place
    if (folder === dirname(folder)) return undefined
  }
}

const files = new Map<string, Promise<PackageFile | undefined>>()

function readPackage(folder: string): Promise<PackageFile | undefined> {
  const known = files.get(folder)
  if (known) return known
  const reading = readFile(join(folder, 'package.json'), 'utf8').then(
    (text) => JSON.parse(text) as PackageFile,
    () => undefined,
  )
  files.set(folder, reading)
  return reading
}
