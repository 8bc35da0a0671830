import { availableParallelism } from 'node:os'
import { createTurns } from './turns.ts'

/** One organization asks one host for so many files at once: its other hosts keep some of its slots. */
const FILES_OF_A_HOST_AT_ONCE = 3
/** Reading a file takes a core for a while; renders need the cores too, and one organization must not take them all. */
const READINGS_AT_ONCE = Math.max(2, Math.floor(availableParallelism() / 2))

/** What this process is doing at the moment, for whoever must not do it twice, or too much of it at once. */
export type OngoingWork = ReturnType<typeof createOngoingWork>

/** Made with the services, so that two servers in one process do not stand in each other's way. */
export function createOngoingWork() {
  return {
    /** How many renders are being made. */
    renders: 0,
    /** How many previews are being made. */
    previews: 0,
    /** The assets that are being collected. */
    collections: new Map<string, Promise<void>>(),
    /** The preview videos that are being made, by file. */
    previewVideos: new Map<string, Promise<string>>(),
    hostTurns: createTurns({ perKey: FILES_OF_A_HOST_AT_ONCE }),
    /** An organization's imports take turns: two at once would make the same artist twice. */
    importTurns: createTurns({ perKey: 1 }),
    probeTurns: createTurns({ total: READINGS_AT_ONCE, perKey: READINGS_AT_ONCE - 1 }),
  }
}
