import { realpathSync } from 'node:fs'
import { dirname } from 'node:path'
import { listCodeFolders } from './installation.ts'
import { isInside } from './sandbox-folder.ts'

/** Closed folders as they really are; one that holds the code itself cannot be closed to it, and one that is absent need not. */
export function resolveClosedFolders(folders: readonly string[], templateUrl?: string): string[] {
  const code = [...listCodeFolders(templateUrl), process.execPath]
  return folders.flatMap((folder) => {
    try {
      const path = realpathSync(folder)
      return code.some((each) => isInside(each, path)) ? [] : [path]
    } catch {
      return []
    }
  })
}

/**
 * Which folders are covered, the innermost first. From its room a child could go up step by step, so every folder between
 * the room and the closed one is covered too.
 */
export function listCovered(closedFolders: readonly string[], room: string): string[] {
  return closedFolders.flatMap((closed) => {
    const above: string[] = []
    for (let folder = dirname(room); isInside(folder, closed) && folder !== closed; folder = dirname(folder))
      above.push(folder)
    return [...above, closed]
  })
}
