import { readFileSync } from 'node:fs'

const LOOK_EVERY_MS = 500
const SHELLS = new Set(['sh', 'dash', 'bash', 'zsh', 'ash', 'ksh'])

type Options = {
  /** Whether npm or a similar program started us; other parents aren't watched. */
  isStartedByNpm: boolean
  onEnd(): void
}

/**
 * Notices the end of the npm that started this process. npm hands a signal to the shell between us, which dies of it
 * without a word; and a kill (-9) is handed on by nobody. A process in a session of its own (setsid) was meant to stay.
 */
export function watchParent({ isStartedByNpm, onEnd }: Options): () => void {
  const { ppid } = process
  const own = readProcess(process.pid)
  const parent = readProcess(ppid)
  if (!isStartedByNpm || !own || !parent || own.session !== parent.session) return () => {}
  const isBelowShell = SHELLS.has(parent.name)
  const timer = setInterval(() => {
    const isGone = process.ppid !== ppid || (isBelowShell && readProcess(ppid)?.ppid !== parent.ppid)
    if (!isGone) return
    clearInterval(timer)
    onEnd()
  }, LOOK_EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}

/** What proc(5) says about a process. */
export type ProcessFacts = { name: string; ppid: number; session: number; terminal: number }

/** Reads /proc/<pid>/stat: pid (comm) state ppid pgrp session tty_nr ...; comm may hold blanks and brackets. */
export function readProcess(pid: number): ProcessFacts | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const end = text.lastIndexOf(')')
    const [, ppid, , session, terminal] = text.slice(end + 2).split(' ')
    return {
      name: text.slice(text.indexOf('(') + 1, end),
      ppid: Number(ppid),
      session: Number(session),
      terminal: Number(terminal),
    }
  } catch {
    return undefined
  }
}
