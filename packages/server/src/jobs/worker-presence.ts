import { availableParallelism, hostname } from 'node:os'
import { nameMachineKind } from '@songreel/render'
import type { Services } from '../services.ts'
import { forgetSilentWorkers, forgetWorker, showWorker } from '../store/workers.ts'
import { VERSION } from '../version.ts'

const SHOW_EVERY_MS = 5000
/** Rows of killed workers, which have long stopped counting as alive. */
const FORGET_AFTER_SECS = 60 * 60

type PresenceDeps = Pick<Services, 'db' | 'log' | 'config' | 'ongoing'>

/** Reports this worker as alive, and where it runs, until the returned function is called. */
export async function showPresence({ db, log, config, ongoing }: PresenceDeps): Promise<() => Promise<void>> {
  const { workerId } = ongoing
  const threads = config.renderThreads || availableParallelism()
  const machine = nameMachineKind()
  const who = { host: hostname(), pid: process.pid, version: VERSION }
  const facts = { ...who, threads, machine, slots: config.concurrency }
  const show = () => showWorker(db, workerId, facts)
  const warn = (error: unknown) => log.warn({ err: error }, 'this worker could not report that it is alive')
  await forgetSilentWorkers(db, FORGET_AFTER_SECS)
  await show()
  let showing = Promise.resolve()
  const timer = setInterval(() => {
    showing = show().catch(warn)
  }, SHOW_EVERY_MS)
  return async () => {
    clearInterval(timer)
    await showing
    await forgetWorker(db, workerId).catch(warn)
  }
}
