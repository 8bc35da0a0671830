import { flushCompileCache } from 'node:module'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AtCrashPoint, CrashPoint } from '@songreel/server/internal/crash-point.ts'

// Loaded with --import before the program, in processes that the crash test starts and only there. The test says over
// the process channel what is to happen at which crash point.

/** What happens at a crash point: the process dies, is stopped until the test lets it go on, or merely takes its time. */
export type CrashAction = 'DIE' | 'STOP' | { delayMs: number }

/** What happens where. `skip`: how often the point is passed unharmed before; `after`: only once this one was passed. */
export type Arming = { arm: CrashPoint; action: CrashAction; skip?: number; after?: CrashPoint }

/** What the test sends to a process. */
export type HookMessage = Arming | { disarm: true }

/** Compiled code is kept for the next life of the process, which it would not be by one that is killed. */
const CODE_IS_LOADED_AFTER_MS = 1500

const SIGNAL_MS = 20

const armed = new Map<CrashPoint, { action: CrashAction; skip: number; after: CrashPoint | undefined }>()

const atCrashPoint: AtCrashPoint = (point) => {
  for (const waiting of armed.values()) if (waiting.after === point) waiting.after = undefined
  const found = armed.get(point)
  if (!found || found.after) return undefined
  if (found.skip-- > 0) return undefined
  const { action } = found
  if (typeof action === 'object') return sleep(action.delayMs)
  armed.delete(point)
  process.kill(process.pid, action === 'DIE' ? 'SIGKILL' : 'SIGSTOP')
  // A signal to oneself may take a moment, and nothing must happen in it. Whoever wakes up here goes on at once, before any
  // timer that has become due in its sleep could tell it what it has missed.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, SIGNAL_MS)
  return undefined
}

Object.assign(globalThis, { [Symbol.for('songreel.crash-hook')]: atCrashPoint })

process.on('message', (message: HookMessage) => {
  if ('disarm' in message) armed.clear()
  else armed.set(message.arm, { action: message.action, skip: message.skip ?? 0, after: message.after })
})
// The test itself is gone: nobody would ever end this process.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
setTimeout(flushCompileCache, CODE_IS_LOADED_AFTER_MS).unref()
