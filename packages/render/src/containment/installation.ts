import { existsSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The other packages of the engine: in a clone they lie beside this one, and not in node_modules. */
const ENGINE = ['@songreel/kit', '@songreel/audio']

/** What children load; what that loads in turn lies beside it. */
const LIBRARIES = [...ENGINE, 'node-av', '@napi-rs/canvas', 'sharp', 'zod']

/** Where the modules of the engine's packages lie: their sources, or what was built from them. */
export function listEngineFolders(): string[] {
  const own = dirname(dirname(fileURLToPath(import.meta.url)))
  return [own, ...ENGINE.map((name) => dirname(fileURLToPath(import.meta.resolve(name))))]
}

/** Files that a child cannot do without, one of every place from which code is loaded. */
export function listNeededFiles(): string[] {
  return [realpathSync(fileURLToPath(import.meta.url)), ...listLibraryFiles()]
}

let libraryFiles: string[] | undefined

/** Where the libraries really are: a package that was linked in (npm link) has them elsewhere than beside it. */
function listLibraryFiles(): string[] {
  libraryFiles ??= LIBRARIES.map((name) => realpathSync(fileURLToPath(import.meta.resolve(name))))
  return libraryFiles
}

/** The folders that hold the engine, another module's package if one is given, and all that they import. */
export function listCodeFolders(moduleUrl?: string): string[] {
  const engine = [import.meta.url, ...ENGINE.map((name) => import.meta.resolve(name))]
  const given = moduleUrl?.startsWith('file:') ? [moduleUrl] : []
  const packages = [...engine, ...given].map((url) => findPackage(fileURLToPath(url)))
  return [...new Set([...packages, ...[...packages, ...listLibraryFiles()].flatMap(listLibraryFolders)])]
}

/** The nearest folder with a package.json, as Node itself finds it. */
function findPackage(file: string): string {
  const start = dirname(existsSync(file) ? realpathSync(file) : file)
  for (let folder = start; folder !== dirname(folder); folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json'))) return folder
  }
  return start
}

/** Every node_modules that Node looks into from here. */
function listLibraryFolders(folder: string): string[] {
  const parent = dirname(folder)
  const here = join(folder, 'node_modules')
  const found = existsSync(here) ? [here] : []
  return parent === folder ? found : [...found, ...listLibraryFolders(parent)]
}
