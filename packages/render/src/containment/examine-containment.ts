import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { canReach } from './can-reach.ts'
import { composeWrapper } from './compose-wrapper.ts'
import type { Containment } from './containment.ts'
import { describeLayers } from './describe-layers.ts'
import { findTools, type ToolPaths } from './find-tools.ts'
import { listNeededFiles } from './installation.ts'
import { listWritableMounts } from './mount-points.ts'
import { composeFilterWords } from './syscalls/compose-filter-words.ts'
import { isKnownArch } from './syscalls/syscall-table.ts'
import { tryRun } from './try-run.ts'
import { FIRST_CHILD_ID } from './user-ids.ts'

/** linux/capability.h: what a parent of children with other user ids needs for their files, for ending and for starting them. */
const PARENT_CAPABILITIES = { CHOWN: 0, DAC_OVERRIDE: 1, FOWNER: 3, KILL: 5, SETGID: 6, SETUID: 7 }

let examined: Promise<Containment> | undefined

/** How children are contained on this host: tried once, with real processes, because only they show what is allowed. */
export function examineContainment(): Promise<Containment> {
  examined ??= examine()
  return examined
}

async function examine(): Promise<Containment> {
  const tools = findTools()
  const isRoot = process.geteuid?.() === 0
  const folder = await mkdtemp(join(tmpdir(), 'songreel-trial-')).catch(() => '/')
  try {
    const userObstacle = await findUserObstacle(tools, isRoot)
    const known = { tools, hasOwnUser: userObstacle === undefined, layers: [] }
    const best =
      (await tryStrongest(known, isRoot, folder)) ?? (await findBest(await tryParts(known), isRoot, folder))
    const hasCapabilities = readCapabilities() !== 0n
    const hidesProcesses = await areProcessesHidden(best, folder)
    return {
      ...best,
      layers: describeLayers({ ...best, isRoot, hasCapabilities, userObstacle, hidesProcesses }),
    }
  } finally {
    // Without a folder for temporary files nothing can be covered on trial, and nothing is to be removed.
    if (folder !== '/') await rm(folder, { recursive: true, force: true })
  }
}

const NOTHING = {
  namespaces: undefined,
  canCover: false,
  canHideProcesses: false,
  canDropCapabilities: false,
}
const EVERYTHING = {
  canCover: true,
  canHideProcesses: true,
  canFilter: true,
  canDropCapabilities: true,
  canDropPrivileges: true,
  canLimit: true,
}

/** What is known before anything but the user id was tried. */
type KnownUser = Pick<Containment, 'tools' | 'hasOwnUser' | 'layers'>

/** Tries all layers at once, which works on most systems. Each trial is a process, and the first render waits for it. */
async function tryStrongest(
  known: KnownUser,
  isRoot: boolean,
  folder: string,
): Promise<Containment | undefined> {
  const { unshare, mount, setpriv, prlimit, perl } = known.tools
  if (!unshare || !mount || !setpriv || !prlimit || !perl) return undefined
  if (!canWatchChildren() || !isKnownArch(process.arch)) return undefined
  const namespaces = isRoot ? ('privileged' as const) : ('user' as const)
  const strongest = { ...known, ...EVERYTHING, namespaces }
  const works = await Promise.all([
    tryWrapper({ ...strongest, canCover: false }, folder),
    tryWrapper({ ...strongest, hasOwnUser: false }, folder),
  ])
  return works.every(Boolean) ? strongest : undefined
}

async function tryParts(known: KnownUser): Promise<Containment> {
  const { setpriv, prlimit, perl, test = '' } = known.tools
  const [filter, ...filterWords] = (perl && composeFilterWords(perl)) || []
  const [canDropPrivileges, canLimit, canFilter] = await Promise.all([
    tryRun(setpriv, ['--no-new-privs', test, '1']),
    tryRun(prlimit, ['--core=0', test, '1']),
    tryRun(filter, [...filterWords, test, '1']),
  ])
  return { ...known, ...NOTHING, canDropPrivileges, canLimit, canFilter }
}

/** The first that works, from the strongest down. */
async function findBest(first: Containment, isRoot: boolean, folder: string): Promise<Containment> {
  const { canDropPrivileges, tools } = first
  for (const namespaces of [...(isRoot ? ['privileged' as const] : []), 'user' as const, undefined]) {
    if (namespaces && !tools.unshare) continue
    for (const canDropCapabilities of canDropPrivileges ? [true, false] : [false]) {
      const candidate = { ...first, namespaces, canDropCapabilities }
      if (!(await tryWrapper(candidate, folder))) continue
      const covering = await addCover(candidate, folder)
      return addOwnProcesses(covering, folder)
    }
  }
  return first
}

/** With capabilities left, what covers a folder could be taken away again. */
async function addCover(found: Containment, folder: string): Promise<Containment> {
  if (!found.namespaces || !found.canDropCapabilities || !found.tools.mount) return found
  const covering = { ...found, canCover: true }
  return (await tryWrapper({ ...covering, hasOwnUser: false }, folder)) ? covering : found
}

async function addOwnProcesses(found: Containment, folder: string): Promise<Containment> {
  if (!found.namespaces || !canWatchChildren()) return found
  const alone = { ...found, canHideProcesses: true }
  const works = await Promise.all([
    tryWrapper({ ...alone, canCover: false }, folder),
    ...(found.canCover ? [tryWrapper({ ...alone, hasOwnUser: false }, folder)] : []),
  ])
  return works.every(Boolean) ? alone : found
}

/** Why children cannot have another user id; undefined when they can. */
async function findUserObstacle(tools: ToolPaths, isRoot: boolean): Promise<string | undefined> {
  if (!isRoot) return 'Songreel was not started by root'
  if (!tools.setpriv || !tools.test) return 'the program setpriv (util-linux) is not there'
  const missing = listMissingCapabilities()
  if (missing.length > 0) return `this container lacks the capabilities ${missing.join(', ')}`
  const switchUser = [`--reuid=${FIRST_CHILD_ID}`, `--regid=${FIRST_CHILD_ID}`, '--clear-groups']
  const files = [process.execPath, ...listNeededFiles()]
  // All in one process; only where that fails each question is asked by itself.
  const areReadable = files.flatMap((file, i) => [...(i > 0 ? ['-a'] : []), '-r', file])
  if (await tryRun(tools.setpriv, [...switchUser, tools.test, ...areReadable])) return undefined
  if (!(await tryRun(tools.setpriv, [...switchUser, tools.test, '1'])))
    return 'the system does not let root change to an id without an account'
  for (const file of files) {
    if (!(await canReach(tools, file))) return `other users cannot read ${dirname(file)}`
  }
  return undefined
}

/**
 * With processes of their own children are grandchildren of the process that is started; the kernel must say which, or
 * their memory could not be watched.
 */
function canWatchChildren(): boolean {
  return existsSync(`/proc/self/task/${process.pid}/children`)
}

/** Whether a child sees nobody else's command line; a system may hide them from other users by itself (hidepid). */
async function areProcessesHidden(containment: Containment, folder: string): Promise<boolean> {
  if (containment.canHideProcesses) return true
  return (
    containment.hasOwnUser && (await tryWrapper({ ...containment, canCover: false }, folder, SEES_NOBODY))
  )
}

/** Fails if among the processes that are seen is one with the name of this one. The shell starts none, which a filter forbids. */
const SEES_NOBODY =
  'for each in /proc/[0-9]*/comm; do read -r name < "$each" && test "$name" = "$2" && exit 1; done; :'
const IS_COVERED = '! test -w / && ! test -e "$1" && : > made'

/** Starts a program in the very wrapping that a child would have. */
async function tryWrapper(containment: Containment, folder: string, look?: string): Promise<boolean> {
  const { tools, canCover, canHideProcesses, hasOwnUser } = containment
  if (!tools.sh || !tools.test) return false
  const wrapper = composeWrapper(containment, {
    room: folder,
    userId: hasOwnUser ? FIRST_CHILD_ID : undefined,
    covered: canCover ? [tmpdir()] : [],
    readOnlyMounts: listWritableMounts().filter(({ path }) => path === '/'),
    timeoutMs: 0,
  })
  const looks = [
    ...(look ? [look] : []),
    ...(canHideProcesses ? [SEES_NOBODY] : []),
    ...(canCover ? [IS_COVERED] : []),
  ]
  const ownName = readFileSync('/proc/self/comm', 'utf8').trim()
  const trial =
    looks.length > 0 ? [tools.sh, '-c', looks.join('\n'), 'sh', folder, ownName] : [tools.test, '1']
  const [program, ...words] = [...wrapper, ...trial]
  return tryRun(program, words, folder)
}

function listMissingCapabilities(): string[] {
  const effective = readCapabilities()
  return Object.entries(PARENT_CAPABILITIES)
    .filter(([, bit]) => ((effective >> BigInt(bit)) & 1n) === 0n)
    .map(([name]) => name)
}

function readCapabilities(): bigint {
  if (process.platform !== 'linux') return 0n
  const status = readFileSync('/proc/self/status', 'latin1')
  return BigInt(`0x${/^CapEff:\s*([0-9a-f]+)/m.exec(status)?.[1] ?? '0'}`)
}
