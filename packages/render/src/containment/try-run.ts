import { execFile } from 'node:child_process'

const TRIAL_TIMEOUT_MS = 20_000

/** Whether a small program of the system starts and ends well. */
export function tryRun(program: string | undefined, words: string[], cwd = '/'): Promise<boolean> {
  if (!program) return Promise.resolve(false)
  return new Promise((resolve) => {
    execFile(program, words, { cwd, env: {}, timeout: TRIAL_TIMEOUT_MS }, (error) => resolve(!error))
  })
}
