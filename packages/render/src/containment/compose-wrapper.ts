import { availableParallelism } from 'node:os'
import type { Containment } from './containment.ts'

const GIB = 1024 ** 3
/** Two hours in 2160 lines stay far below; a decoder that writes without end does not. */
const LARGEST_FILE_BYTES = 64 * GIB
const MOST_OPEN_FILES = 4096
/** Counted by user id over the whole system, so it is set only where the id is the child's alone. Threads count. */
const MOST_THREADS = 4096
/** Over what the time limit allows on all cores: it is for a process that outlives its parent. */
const SPARE_CPU_SECS = 60

/**
 * Mounts what its first words say, then becomes the program after them. The room is entered anew, because it has become
 * a mount of its own; what cannot be made read-only is of a kind that is nobody's to write.
 */
const COVER_SCRIPT = `mount=$1; room=$2; shift 2
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
 * The words before the program's own. Each of these tools becomes the next one, so that the process keeps its id and
 * its channel to the parent.
 */
export function composeWrapper(containment: Containment, needs: WrapperNeeds): string[] {
  const { namespaces, canLimit } = containment
  const { userId } = needs
  const isUserFirst = userId !== undefined && namespaces === 'user'
  // An id of its own finds no way to its room, so it cannot mount it.
  const isCovered = containment.canCover && !isUserFirst
  return [
    // Inside a user namespace there are no other ids to change to.
    ...(isUserFirst ? [containment.tools.setpriv!, ...switchUser(userId)] : []),
    ...(namespaces ? unshareWords(containment, isCovered) : []),
    ...(isCovered ? coverWords(containment, needs) : []),
    ...(canLimit ? [containment.tools.prlimit!, ...limitWords(needs)] : []),
    ...privilegeWords(containment, isUserFirst ? undefined : userId),
  ]
}

function switchUser(userId: number): string[] {
  return [`--reuid=${userId}`, `--regid=${userId}`, '--clear-groups']
}

function unshareWords({ tools, namespaces }: Containment, needsMounts: boolean): string[] {
  return [
    tools.unshare!,
    ...(namespaces === 'user' ? ['--user', '--map-root-user'] : []),
    ...(needsMounts ? ['--mount'] : []),
    '--net',
    '--ipc',
  ]
}

function coverWords({ tools }: Containment, { room, covered, readOnlyMounts }: WrapperNeeds): string[] {
  return [
    tools.sh!,
    '-c',
    COVER_SCRIPT,
    'sh',
    tools.mount!,
    room,
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

function privilegeWords(containment: Containment, userId: number | undefined): string[] {
  if (!containment.canDropPrivileges) return []
  return [
    containment.tools.setpriv!,
    ...(userId === undefined ? [] : switchUser(userId)),
    ...(containment.canDropCapabilities ? ['--bounding-set=-all', '--inh-caps=-all'] : []),
    '--no-new-privs',
  ]
}
