import { availableParallelism } from 'node:os'
import type { Containment } from './containment.ts'
import { composeFilterWords } from './syscalls/compose-filter-words.ts'

const GIB = 1024 ** 3
/** Two hours in 2160 lines stay far below; a decoder that writes without end does not. */
const LARGEST_FILE_BYTES = 64 * GIB
const MOST_OPEN_FILES = 4096
/** Counted by user id over the whole system, so it is set only where the id is the child's alone. Threads count. */
const MOST_THREADS = 4096
/** Over what the time limit allows on all cores: the limit is for a process that outlives its parent, and what a child may have used that begins another job. */
export const SPARE_CPU_SECS = 60

/**
 * Mounts what its first words say, then becomes the program after them. The room is entered anew, because it has become
 * a mount of its own; what cannot be made read-only is of a kind that is nobody's to write. In a user namespace of our
 * own there shall be no further one; as root of the machine that would hold for all of it.
 */
const COVER_SCRIPT = `mount=$1; room=$2; namespaces=$3; shift 3
if [ "$namespaces" = user ]; then echo 0 > /proc/sys/user/max_user_namespaces || exit 97; fi
"$mount" --bind . "$room" && cd -P "$room" || exit 97
while [ "$1" != -- ]; do
  case "$1" in
    cover) "$mount" -t tmpfs -o ro,mode=000,size=4k none "$2" || exit 97 ;;
    *) "$mount" -o "remount,bind,$1" "$2" 2>/dev/null ;;
  esac
  shift 2
done
shift
exec "$@"`

/**
 * The first process in a namespace cannot end by signals of its own, which Node relies on: so it is a shell that waits, and
 * with it ends whatever else is in there. It must not simply become the program, which shells do for their last command.
 */
const FIRST_SCRIPT = '"$@"; exit $?'

/** What one child needs to be wrapped in. */
export type WrapperNeeds = {
  /** The child's folder, which is also its current one. */
  room: string
  userId: number | undefined
  /** Folders that it must not see, the innermost first. */
  covered: readonly string[]
  /** Mounts that become read-only, with the options that each must keep. */
  readOnlyMounts: readonly MountPoint[]
  timeoutMs: number
}

/** A place where a file system is mounted. */
export type MountPoint = { path: string; options: string }

/**
 * The words before the program's own. Each of these tools becomes the next one, and keeps the channel to the parent. The
 * process keeps its id, too, unless other processes are hidden from it: then it is a grandchild of the one that is started.
 */
export function composeWrapper(containment: Containment, needs: WrapperNeeds): string[] {
  const { namespaces, canLimit } = containment
  const { userId } = needs
  const isUserFirst = userId !== undefined && namespaces === 'user'
  // An id of its own finds no way to its room, so it cannot mount it.
  const isCovered = containment.canCover && !isUserFirst
  const isAlone = namespaces !== undefined && containment.canHideProcesses
  return [
    // Inside a user namespace there are no other ids to change to.
    ...(isUserFirst ? [containment.tools.setpriv!, ...switchUser(userId)] : []),
    ...(namespaces ? unshareWords(containment, { isCovered, isAlone }) : []),
    ...(isCovered ? coverWords(containment, needs) : []),
    ...(canLimit ? [containment.tools.prlimit!, ...limitWords(needs)] : []),
    ...privilegeWords(containment, isUserFirst ? undefined : userId, isAlone),
    ...(isAlone ? [containment.tools.sh!, '-c', FIRST_SCRIPT, 'sh'] : []),
    // Last, because it forbids what the others do.
    ...(containment.canFilter ? (composeFilterWords(containment.tools.perl!) ?? []) : []),
  ]
}

function switchUser(userId: number): string[] {
  return [`--reuid=${userId}`, `--regid=${userId}`, '--clear-groups']
}

function unshareWords(
  { tools, namespaces }: Containment,
  { isCovered, isAlone }: { isCovered: boolean; isAlone: boolean },
): string[] {
  return [
    tools.unshare!,
    ...(namespaces === 'user' ? ['--user', '--map-root-user'] : []),
    ...(isCovered || isAlone ? ['--mount'] : []),
    ...(isAlone ? ['--pid', '--fork', '--kill-child', '--mount-proc'] : []),
    '--net',
    '--ipc',
  ]
}

function coverWords(
  { tools, namespaces }: Containment,
  { room, covered, readOnlyMounts }: WrapperNeeds,
): string[] {
  return [
    tools.sh!,
    '-c',
    COVER_SCRIPT,
    'sh',
    tools.mount!,
    room,
    namespaces!,
    ...covered.flatMap((path) => ['cover', path]),
    ...readOnlyMounts.flatMap(({ path, options }) => [options, path]),
    '--',
  ]
}

function limitWords({ userId, timeoutMs }: WrapperNeeds): string[] {
  const cpuSecs = Math.ceil(timeoutMs / 1000) * availableParallelism() + SPARE_CPU_SECS
  return [
    '--core=0',
    `--nofile=${MOST_OPEN_FILES}`,
    `--fsize=${LARGEST_FILE_BYTES}`,
    `--cpu=${cpuSecs}`,
    ...(userId === undefined ? [] : [`--nproc=${MOST_THREADS}`]),
  ]
}

function privilegeWords(containment: Containment, userId: number | undefined, isAlone: boolean): string[] {
  if (!containment.canDropPrivileges) return []
  return [
    containment.tools.setpriv!,
    ...(userId === undefined ? [] : switchUser(userId)),
    ...(containment.canDropCapabilities ? ['--bounding-set=-all', '--inh-caps=-all'] : []),
    // A change of user takes back that it ends with the process that made the namespace.
    ...(isAlone ? ['--pdeathsig=KILL'] : []),
    '--no-new-privs',
  ]
}
