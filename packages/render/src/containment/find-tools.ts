import { accessSync, constants } from 'node:fs'
import { join } from 'node:path'

const TOOLS = ['setpriv', 'prlimit', 'unshare', 'mount', 'perl', 'sh', 'test'] as const
/** PATH isn't used: whoever sets it must not decide how children are contained. */
const FOLDERS = ['/usr/bin', '/bin', '/usr/sbin', '/sbin', '/run/current-system/sw/bin']

/** Where the tools of the system lie; one that is not there is not named. All but perl, sh and test belong to util-linux. */
export type ToolPaths = Partial<Record<(typeof TOOLS)[number], string>>

/** Looks for the tools where systems keep them. */
export function findTools(): ToolPaths {
  if (process.platform !== 'linux') return {}
  return Object.fromEntries(
    TOOLS.map((tool) => [tool, FOLDERS.map((folder) => join(folder, tool)).find(isProgram)]).filter(
      ([, path]) => path,
    ),
  )
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
