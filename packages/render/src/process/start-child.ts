import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { canReach } from '../containment/can-reach.ts'
import { composeWrapper } from '../containment/compose-wrapper.ts'
import type { Containment } from '../containment/containment.ts'
import { listCovered, resolveClosedFolders } from '../containment/covered-folders.ts'
import { examineContainment } from '../containment/examine-containment.ts'
import { listCodeFolders } from '../containment/installation.ts'
import { listWritableMounts } from '../containment/mount-points.ts'
import { composePermissionFlags } from '../containment/permission-flags.ts'
import { openSandboxFolder, type SandboxFolder } from '../containment/sandbox-folder.ts'
import { takeUserId, type UserId } from '../containment/user-ids.ts'
import { createChildEnvironment } from './child-environment.ts'
import type { ChildLimits } from './child-watch.ts'
import { findCodeCache, findReadOnlyCodeCache } from './code-cache.ts'
import type { ChildJob } from './messages.ts'
import { type StagedJob, stageJob } from './stage-job.ts'

const CHILD_MAIN = fileURLToPath(new URL('./child-main.ts', import.meta.url))
const PRELOAD = `--import=${new URL('./preload.ts', import.meta.url)}`

/** V8 lets the space for new objects grow to 32 MB in each thread. A render makes few, and costs no more with 4 MB. */
const SMALL_NURSERY = '--max-semi-space-size=2'

/** A child's folder and user id, which exist before it starts and are cleaned up after it exits. */
export type ChildPlace = {
  /** Whether all that is lent lies in the place: nothing must be known of a job when the child starts. */
  lendsInside: boolean
  /** The folders of code that the child may read. */
  codeFolders: readonly string[]
  enter(job: ChildJob): Promise<StagedJob>
  start(): ChildProcess
  /** Ends what the child may have left running. */
  endAll(): void
  close(): Promise<void>
}

/** Prepares a contained place for a child: its own user id if possible, a folder for its files, and the containment layers. */
export async function openPlace(limits: ChildLimits, templateUrl: string | undefined): Promise<ChildPlace> {
  const containment = await examineContainment()
  const user = await findUserId(containment, templateUrl)
  const userId = user?.id
  const asked = limits.closedFolders ?? []
  const closedFolders = resolveClosedFolders(asked, templateUrl)
  const endAll = once(() => user?.free())
  try {
    const sandbox = await openSandboxFolder({ parent: limits.folder, userId, closedFolders })
    const { timeoutMs, niceness } = limits
    const walls = { containment, userId, closedFolders, templateUrl, timeoutMs, niceness }
    return {
      lendsInside: userId !== undefined || (asked.length > 0 && closedFolders.length === asked.length),
      codeFolders: listCodeFolders(templateUrl),
      enter: (job) => stageJob(job, sandbox),
      start: () => startChild(sandbox, walls),
      endAll,
      async close() {
        endAll()
        await sandbox.close()
      },
    }
  } catch (error) {
    endAll()
    throw error
  }
}

/** Must run only once: by the second time the id may belong to another child. */
function once(work: () => void): () => void {
  let isDone = false
  return () => {
    if (!isDone) work()
    isDone = true
  }
}

type SandboxOptions = {
  containment: Containment
  userId: number | undefined
  closedFolders: string[]
  templateUrl: string | undefined
  timeoutMs: number
  niceness: number | undefined
}

function startChild(
  sandbox: SandboxFolder,
  { containment, userId, closedFolders, templateUrl, timeoutMs, niceness }: SandboxOptions,
) {
  const wrapper = composeWrapper(containment, {
    room: sandbox.path,
    userId,
    covered: listCovered(closedFolders, sandbox.path),
    readOnlyMounts: listWritableMounts(),
    timeoutMs,
  })
  const isContained = userId !== undefined || containment.canCover
  const codeCache = isContained ? findReadOnlyCodeCache(templateUrl) : findCodeCache()
  const permissions = composePermissionFlags({
    room: sandbox.childPath,
    readable: sandbox.readable,
    codeCache,
    ...(templateUrl && { templateUrl }),
  })
  const flags = ['--disable-warning=ExperimentalWarning', SMALL_NURSERY, PRELOAD, ...permissions]
  const [program, ...words] = [...wrapper, process.execPath, ...flags]
  return fork(CHILD_MAIN, niceness === undefined ? [] : [String(niceness)], {
    cwd: sandbox.path,
    env: createChildEnvironment(sandbox.childPath, codeCache),
    // A group of its own: a Ctrl-C in the terminal reaches the parent alone, which then ends the group.
    detached: true,
    execPath: program!,
    execArgv: words,
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
}

let isWarned = false

/** Without a user id of its own a child still renders, behind the other layers. */
async function findUserId(
  { hasOwnUser, tools }: Containment,
  templateUrl: string | undefined,
): Promise<UserId | undefined> {
  if (!hasOwnUser) return undefined
  const template = templateUrl?.startsWith('file:') ? fileURLToPath(templateUrl) : undefined
  if (template === undefined || (await canReach(tools, template))) return takeUserId()
  if (isWarned) return undefined
  isWarned = true
  const message = `Renders run without a user id of their own: other users cannot read ${template}.`
  process.emitWarning(message, { code: 'SONGREEL_CONTAINMENT' })
  return undefined
}
