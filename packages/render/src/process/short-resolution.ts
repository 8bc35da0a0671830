import { type ResolveFnOutput, registerHooks } from 'node:module'

/** What lies at a relative address in these folders, by its ending. */
const FORMATS: Readonly<Record<string, string>> = { '.ts': 'module-typescript', '.js': 'module' }

/** What every render loads of many modules, one copy for all: the other two packages of the engine, and libraries. */
const SHARED = /^(@songreel\/(kit|audio)|zod|node-av)(\/|$)/

/** This package's folder; those of the others are known once one of their modules is imported. */
export const ENGINE_FOLDER: string = new URL('../', import.meta.url).href

/**
 * Lets Node find what modules in these folders import without looking for it: by itself it asks the disk for each of several
 * hundred, follows links on the way and searches for the package, again in every process and thread. Here a relative address says
 * where a module is and its ending what it is; a library that one module has found is the same for the others of its folder.
 */
export function shortenResolution(folderUrls: readonly string[]): void {
  const folders = new Set(folderUrls)
  const found = new Map<string, ResolveFnOutput>()
  registerHooks({
    resolve(specifier, context, next) {
      if (!context.conditions.includes('import')) return next(specifier, context)
      const isShared = SHARED.test(specifier)
      const folder = context.parentURL && findFolder(folders, context.parentURL)
      const format = folder && specifier.startsWith('.') && FORMATS[specifier.slice(-3)]
      if (format) return { url: new URL(specifier, context.parentURL).href, format, shortCircuit: true }
      const key = isShared ? specifier : `${folder} ${specifier}`
      const known = (folder && found.get(key)) || { ...next(specifier, context), shortCircuit: true }
      if (folder && !specifier.startsWith('.')) found.set(key, known)
      // Whoever asks first: its modules are many, and import each other.
      if (isShared) folders.add(new URL('./', known.url).href)
      return known
    },
  })
}

function findFolder(folders: ReadonlySet<string>, url: string): string | undefined {
  for (const folder of folders) if (url.startsWith(folder)) return folder
  return undefined
}
