import { type List, list } from './list.ts'
import type { RebuildDryRun, Rebuilt, SongRender, SongRenderFilter } from './records.ts'
import type { Result } from './result.ts'
import { at, type CallOptions, type Transport } from './transport.ts'

/** Options of a rebuild. */
export type RebuildOptions = CallOptions & {
  /** Renders anew even what has been rendered before. */
  isFresh?: boolean
}

/** What songs and albums have in common: their videos, and making those again that are out of date. */
export type Rebuilds = {
  /** Its renders, newest first, each with `isStale` and `staleReasons`. */
  renders(id: string, filter?: SongRenderFilter, options?: CallOptions): List<SongRender>
  /** Makes exactly the stale ones again, in one batch. `batchId` is null if nothing is stale. */
  rebuild(id: string, options?: RebuildOptions): Promise<Result<Rebuilt>>
  /** Which those are, why, and what they would take. Nothing is stored. */
  dryRunRebuild(id: string, options?: CallOptions): Promise<Result<RebuildDryRun>>
}

/** The calls of one kind of record. */
export function createRebuilds(transport: Transport, path: string): Rebuilds {
  const rebuildAt = (id: string) => ({ method: 'POST', path: at(path, id, '/rebuild') })
  return {
    renders: (id, filter, options) => list(transport, at(path, id, '/renders'), filter, options),
    rebuild: (id, { isFresh, ...options } = {}) => {
      const headers = { ...(isFresh && { 'cache-control': 'no-cache' }), ...options.headers }
      return transport.send({ ...options, ...rebuildAt(id), headers })
    },
    dryRunRebuild: (id, options) => transport.send({ ...options, ...rebuildAt(id), query: { dryRun: true } }),
  }
}
