import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

const LISTENING = '0A'

/** Who listens on a port of this machine, where the system lets us see it: "node (pid 8123)". */
export function findPortHolder(port: number): string | undefined {
  try {
    const inodes = new Set(['tcp', 'tcp6'].flatMap((table) => findListeningSockets(table, port)))
    const pid = readdirSync('/proc').find((entry) => /^\d+$/.test(entry) && holdsSocket(entry, inodes))
    return pid && `${readFileSync(`/proc/${pid}/comm`, 'utf8').trim()} (pid ${pid})`
  } catch {
    return undefined
  }
}

/** Columns of /proc/net/tcp (proc(5)): sl, local_address, rem_address, st, ..., inode. */
function findListeningSockets(table: string, port: number): string[] {
  const rows = readFileSync(`/proc/net/${table}`, 'utf8').split('\n').slice(1)
  return rows
    .map((row) => row.trim().split(/\s+/))
    .filter(([, local = '', , state]) => state === LISTENING && readPort(local) === port)
    .map((columns) => columns[9] ?? '')
}

function readPort(address: string): number {
  return Number.parseInt(address.split(':')[1] ?? '', 16)
}

function holdsSocket(pid: string, inodes: Set<string>): boolean {
  try {
    return readdirSync(`/proc/${pid}/fd`).some((fd) => {
      const inode = /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1]
      return inode !== undefined && inodes.has(inode)
    })
  } catch {
    return false
  }
}
