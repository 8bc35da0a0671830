import { sweepWorkFolders } from '../assets/work-folder.ts'
import { deleteExpiredFiles } from '../batches/delete-files.ts'
import { finishRender } from '../batches/finish-render.ts'
import { crashPoint } from '../crash-point.ts'
import type { Services } from '../services.ts'
import { unlessFilesAreHeld } from '../store/copy/hold-files.ts'
import { takeTurn } from '../store/installation.ts'
import { takeOldPendingFiles } from '../store/pending-files.ts'
import { listExpiredRenders } from '../store/renders/stray-renders.ts'
import { purge } from './purge.ts'
import {
  reissueCollections,
  reissueDeliveries,
  reissueTickets,
  reissueVideoDeliveries,
  returnOrphans,
} from './reissue-jobs.ts'

const SWEEP_EVERY_MS = 30_000
/** Short of an hour, so that a worker that comes every hour never comes too early. */
const PURGE_EVERY_SECS = 55 * 60
/** Longer than any upload takes. */
const ABANDONED_AFTER_SECS = 2 * 60 * 60
const FILES_AT_ONCE = 50

/** Sweeps every half minute, and purges when it is time. A part that fails is tried again in the next sweep. */
export function startJanitor(services: Services, everyMs = SWEEP_EVERY_MS): () => void {
  let isSweeping = false
  const timer = setInterval(async () => {
    if (isSweeping) return
    isSweeping = true
    await sweep(services)
    await purgeInTurn(services).catch((error) => services.log.warn({ err: error }, 'purge failed'))
    isSweeping = false
  }, everyMs)
  return () => clearInterval(timer)
}

/** Purges if no worker has for an hour: however many there are, and however often they start, the tables are gone through once. */
export async function purgeInTurn(services: Services): Promise<void> {
  if (await takeTurn(services.db, 'purged-at', PURGE_EVERY_SECS)) await purge(services)
}

/**
 * What crashes and time leave behind is put in order. Every step may run twice, in any number of workers, and one that
 * fails does not keep the others from running.
 */
export async function sweep(services: Services, abandonedAfterSecs = ABANDONED_AFTER_SECS): Promise<void> {
  const steps = {
    sweepWorkFolders: () => sweepWorkFolders(services.config.dataDir),
    sweepIncoming: () => services.storage.sweep(),
    deleteExpiredFiles: () => deleteExpiredFiles(services),
    deleteAbandoned: () => deleteAbandoned(services, abandonedAfterSecs),
    failExpired: () => failExpired(services),
    returnOrphans: () => returnOrphans(services),
    reissueTickets: () => reissueTickets(services),
    reissueDeliveries: () => reissueDeliveries(services),
    reissueVideoDeliveries: () => reissueVideoDeliveries(services),
    reissueCollections: () => reissueCollections(services),
  }
  for (const [step, run] of Object.entries(steps))
    await run().catch((error) => services.log.warn({ err: error, step }, 'sweep failed'))
}

/** The notes go with the files: a process that dies in between leaves the notes, and the next sweep deletes again. */
async function deleteAbandoned({ db, storage }: Services, olderThanSecs: number): Promise<void> {
  for (;;) {
    let count = 0
    await unlessFilesAreHeld(db, async (transaction) => {
      const old = await takeOldPendingFiles(transaction, olderThanSecs, FILES_AT_ONCE)
      for (const { key, isNamed } of old) {
        if (!isNamed) await storage.delete(key)
        await crashPoint('file-deleted')
      }
      count = old.length
    })
    if (count < FILES_AT_ONCE) return
  }
}

async function failExpired(services: Services): Promise<void> {
  const { batchExpiryHours } = services.config
  const message = `The render waited ${batchExpiryHours} hours for a worker. Add workers or send fewer renders at once, then try again.`
  const error = { code: 'BATCH_EXPIRED', message, retryable: true }
  for (const { contentId, ...render } of await listExpiredRenders(services.db, batchExpiryHours)) {
    const isCounted = await finishRender(services, render, { status: 'FAILED', error })
    if (isCounted) services.metrics.noteRenderEnd({ status: 'FAILED', template: contentId, code: error.code })
  }
}
