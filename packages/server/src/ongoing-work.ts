import { randomUUID } from 'node:crypto'
import { availableParallelism } from 'node:os'
import type { Template } from '@songreel/kit'
import type { RenderWarning } from '@songreel/render'
import { createSizedCache } from './byte-cache.ts'
import { createKeyedSemaphore } from './keyed-semaphore.ts'
import { createRoom } from './room.ts'
import { createSharedWork } from './shared-work.ts'

/** One organization asks one host for so many files at once: its other hosts keep some of its slots. */
const FILES_OF_A_HOST_AT_ONCE = 3
/** Reading a file takes a core for a while; renders need the cores too, and one organization must not take them all. */
const READINGS_AT_ONCE = Math.max(2, Math.floor(availableParallelism() / 2))
/** Previews share the API's machine. One organization leaves room for another, whatever it asks for. */
const PREVIEWS_AT_ONCE = Math.max(3, Math.floor(availableParallelism() / 2))
const PREVIEW_CACHE_BYTES = 64 << 20
const LOOK_CACHE_BYTES = 32 << 20

/** A still or a clip, and what the owner of the brand that it wears should know. */
export type Preview = { bytes: Buffer; warnings: RenderWarning[] }

/** Work for another worker's render, which can be called off at any time. */
export type Helper = { callOff(): void; gone: Promise<void> }

/** What this process is doing at the moment, for whoever must not do it twice, or too much of it at once. */
export type OngoingWork = ReturnType<typeof createOngoingWork>

/** Created with the services, so that two servers in one process don't share limits. */
export function createOngoingWork() {
  return {
    /** How the others know this process as a worker. */
    workerId: randomUUID(),
    /** How many renders are being made. */
    renders: 0,
    /** The helpers of other workers' renders; a render of this one's own comes first. */
    helpers: new Set<Helper>(),
    /** Where renders are made: many at once, or one that has lost its worker before. */
    renderRoom: createRoom(),
    /** The assets that are being collected. */
    collections: new Map<string, Promise<void>>(),
    /** The previews that are being made, by what they show. */
    previews: createSharedWork<Preview>(),
    /** Previews that were made a short time ago. */
    previewCache: createSizedCache(PREVIEW_CACHE_BYTES, ({ bytes }: Preview) => bytes.length),
    /** Templates that were made of looks of organizations' own; a version of a look never changes. */
    looks: createSizedCache<{ template: Template; url: string }>(
      LOOK_CACHE_BYTES,
      ({ url }) => 2 * url.length,
    ),
    previewTurns: createKeyedSemaphore({ total: PREVIEWS_AT_ONCE, perKey: PREVIEWS_AT_ONCE - 1 }),
    /** Whoever has not signed in takes one of those at a time, all of them together. */
    guestTurns: createKeyedSemaphore({ total: 1 }),
    hostTurns: createKeyedSemaphore({ perKey: FILES_OF_A_HOST_AT_ONCE }),
    /** An organization's imports run one at a time: two at once would create the same artist twice. */
    importTurns: createKeyedSemaphore({ perKey: 1 }),
    probeTurns: createKeyedSemaphore({ total: READINGS_AT_ONCE, perKey: READINGS_AT_ONCE - 1 }),
  }
}
