import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { EmbeddedPart } from './embedded-part.ts'
import { findEmbedded, listParts } from './embedding-packages.ts'

/** A package that this program is made of. */
export type PackageFacts = {
  name: string
  version: string
  /** Of everything in the package. */
  licence: string
  /** What its package.json says, where that is not the whole. */
  statedLicence?: string
  note?: string
  /** What lies compiled in it. */
  contains?: Omit<EmbeddedPart, 'only'>[]
}

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
    const file = await readPackage(place)
    if (!file) return
    found.set(`${file.name} ${file.version}`, describePackage(file))
    for (const dependency of Object.keys({ ...file.dependencies, ...file.optionalDependencies })) {
      const next = await findPackage(place, dependency)
      if (next) await visit(next)
    }
  }
  await visit(folder)
  return [...found.values()].sort((a, b) => a.name.localeCompare(b.name, 'en'))
}

function describePackage({ name, version, license }: PackageFile): PackageFacts {
  const stated = (typeof license === 'object' ? license.type : license) ?? 'not stated'
  const embedding = findEmbedded(name)
  if (!embedding) return { name, version, licence: stated }
  const { licence = stated, note } = embedding
  const contains = listParts(embedding, name).map(({ only: _, ...part }) => part)
  return {
    name,
    version,
    licence,
    ...(licence !== stated && { statedLicence: stated }),
    ...(note && { note }),
    contains,
  }
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
