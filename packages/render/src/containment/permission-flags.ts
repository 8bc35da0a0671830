import { listCodeFolders } from './installation.ts'

/** Files of the system that the engine and its libraries look at: memory, threads, processor, C library. */
const SYSTEM_FILES = [
  '/proc/self/status',
  '/proc/self/task',
  '/proc/self/maps',
  '/proc/cpuinfo',
  '/proc/meminfo',
  '/usr/bin/ldd',
]

/** What a child may read besides code, and the one folder in which it may write. */
export type AllowedPaths = {
  room: string
  readable: readonly string[]
  codeCache: string | null
  templateUrl?: string
}

/**
 * Node's permission model. It binds JavaScript alone: native code and worker threads, both of which rendering needs, are
 * held by the other layers. No child processes, no inspector, no WASI.
 */
export function composePermissionFlags({ room, readable, codeCache, templateUrl }: AllowedPaths): string[] {
  const reads = [...SYSTEM_FILES, ...listCodeFolders(templateUrl).map((folder) => `${folder}/`), ...readable]
  return [
    '--permission',
    '--allow-addons',
    '--allow-worker',
    // Both are said to be risky, which is why they are not the only layer.
    '--disable-warning=SecurityWarning',
    ...reads.map((path) => `--allow-fs-read=${path}`),
    `--allow-fs-read=${room}`,
    `--allow-fs-read=${room}/`,
    `--allow-fs-write=${room}/`,
    // Node uses no folder for compiled code in which it may not write; where children are contained, the system forbids it.
    ...(codeCache ? [`--allow-fs-read=${codeCache}/`, `--allow-fs-write=${codeCache}/`] : []),
  ]
}
