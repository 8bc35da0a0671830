import { readFileSync } from 'node:fs'
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
    return { ...best, layers: describeLayers({ ...best, isRoot, userObstacle }) }
  } finally {
    // Without a folder for temporary files nothing can be covered on trial, and nothing is to be removed.
    if (folder !== '/') await rm(folder, { recursive: true, force: true })
  }
}

const NOTHING = { namespaces: undefined, canCover: false, canDropCapabilities: false }
const EVERYTHING = { canCover: true, canDropCapabilities: true, canDropPrivileges: true, canLimit: true }

/** What is known before anything but the user id was tried. */
type KnownUser = Pick<Containment, 'tools' | 'hasOwnUser' | 'layers'>

/** All walls at once, as most systems allow them: every trial is a process, and this is waited for before the first render. */
async function tryStrongest(
  known: KnownUser,
  isRoot: boolean,
  folder: string,
): Promise<Containment | undefined> {
  const { unshare, mount, setpriv, prlimit } = known.tools
  if (!unshare || !mount || !setpriv || !prlimit) return undefined
  const namespaces = isRoot ? ('privileged' as const) : ('user' as const)
  const strongest = { ...known, ...EVERYTHING, namespaces }
  const works = await Promise.all([
    tryWrapper({ ...strongest, canCover: false }, folder),
    tryWrapper({ ...strongest, hasOwnUser: false }, folder),
  ])
  return works.every(Boolean) ? strongest : undefined
}

async function tryParts(known: KnownUser): Promise<Containment> {
  const { setpriv, prlimit, test = '' } = known.tools
  const [canDropPrivileges, canLimit] = await Promise.all([
    tryRun(setpriv, ['--no-new-privs', test, '1']),
    tryRun(prlimit, ['--core=0', test, '1']),
  ])
  return { ...known, ...NOTHING, canDropPrivileges, canLimit }
}

/** The first that works, from the strongest down. */
async function findBest(first: Containment, isRoot: boolean, folder: string): Promise<Containment> {
  const { canDropPrivileges, tools } = first
  for (const namespaces of [...(isRoot ? ['privileged' as const] : []), 'user' as const, undefined]) {
    if (namespaces && !tools.unshare) continue
    for (const canDropCapabilities of canDropPrivileges ? [true, false] : [false]) {
      const candidate = { ...first, namespaces, canDropCapabilities }
      if (!(await tryWrapper(candidate, folder))) continue
      // With capabilities left, what covers a folder could be taken away again.
      if (!namespaces || !canDropCapabilities || !tools.mount) return candidate
      const covering = { ...candidate, canCover: true }
      return (await tryWrapper({ ...covering, hasOwnUser: false }, folder)) ? covering : candidate
    }
  }
  return first
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

/** Starts a program in the very wrapping that a child would have. */
async function tryWrapper(containment: Containment, folder: string): Promise<boolean> {
  const { tools, canCover, hasOwnUser } = containment
  if (!tools.sh || !tools.test) return false
  const wrapper = composeWrapper(containment, {
    room: folder,
    userId: hasOwnUser ? FIRST_CHILD_ID : undefined,
    covered: canCover ? [tmpdir()] : [],
    readOnlyMounts: listWritableMounts().filter(({ path }) => path === '/'),
    timeoutMs: 0,
  })
  const looks = canCover
    ? [tools.sh, '-c', '! test -w / && ! test -e "$1" && : > made', 'sh', folder]
    : [tools.test, '1']
  const [program, ...words] = [...wrapper, ...looks]
  return tryRun(program, words, folder)
}

function listMissingCapabilities(): string[] {
  const status = readFileSync('/proc/self/status', 'latin1')
  const effective = BigInt(`0x${/^CapEff:\s*([0-9a-f]+)/m.exec(status)?.[1] ?? '0'}`)
  return Object.entries(PARENT_CAPABILITIES)
    .filter(([, bit]) => ((effective >> BigInt(bit)) & 1n) === 0n)
    .map(([name]) => name)
}
