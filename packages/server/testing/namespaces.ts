import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Before a command: starts it like a container, as the first process of namespaces in which process ids repeat. */
export const IN_NAMESPACES = ['unshare', '--pid', '--ipc', '--fork', '--mount-proc']

/** Why a test cannot have namespaces of its own, if so. */
export function whyNoNamespaces(): string | false {
  const [program = '', ...args] = [...IN_NAMESPACES, 'true']
  return spawnSync(program, args).status !== 0 && 'unshare is missing or not permitted here'
}

/** The processes that a process has started, under the ids that they have out here. */
export function listChildren(pid: number): number[] {
  try {
    const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
    return text ? text.split(' ').map(Number) : []
  } catch {
    return []
  }
}
