import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import path from 'node:path'

const LISTENING = '0A'
const MAX_NAME_CHARACTERS = 80
/** A file, and nothing that could be a secret or a piece of code. */
const SCRIPT = /^(?!-)[\w@./-]+\.[a-z]{2,4}$/
const INTERPRETER = /^(node|nodejs|bun|deno|python|ruby|perl|php|java)[\d.]*$/

/** Who listens on a port of this machine, where the system lets us see it: "node main.ts (pid 8123)". */
export function findPortHolder(port: number): string | undefined {
  try {
    const inodes = new Set(['tcp', 'tcp6'].flatMap((table) => findListeningSockets(table, port)))
    const pid = readdirSync('/proc').find((entry) => /^\d+$/.test(entry) && holdsSocket(entry, inodes))
    return pid && `${nameProgram(pid)} (pid ${pid})`
  } catch {
    return undefined
  }
}

/**
 * What a person knows it by. Its first thread may call itself anything ("MainThread" of Node); of an interpreter, what it
 * runs says more than itself. Arguments stay out, because they may hold secrets.
 */
function nameProgram(pid: string): string {
  const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').filter(Boolean)
  const [program = ''] = words
  if (program === '') return readFileSync(`/proc/${pid}/comm`, 'utf8').trim()
  // A title that the program gave itself, such as "nginx: master process nginx".
  if (words.length === 1 && / /.test(program)) return program.slice(0, MAX_NAME_CHARACTERS)
  const name = path.basename(program)
  const script = INTERPRETER.test(name) ? words.slice(1).find((word) => SCRIPT.test(word)) : undefined
  return (script ? `${name} ${path.basename(script)}` : name).slice(0, MAX_NAME_CHARACTERS)
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
