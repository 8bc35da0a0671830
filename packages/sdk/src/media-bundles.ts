import type { CreateOptions } from './batches.ts'
import { type Catalogue, createCatalogue } from './catalogue.ts'
import { createRebuilds, type Rebuilds } from './rebuilds.ts'
import type {
  BatchCreated,
  MediaBundle,
  MediaBundleCreated,
  MediaBundleDeleted,
  MediaBundleFilter,
  MediaBundleInput,
  MediaBundleMove,
  MediaBundlePatch,
  MediaBundleUpdated,
  ReleasePackDryRun,
  ReleasePackRequest,
} from './records.ts'
import type { Result } from './result.ts'
import { at, type CallOptions, type Transport } from './transport.ts'

type MediaBundleTypes = {
  input: MediaBundleInput
  patch: MediaBundlePatch
  filter: MediaBundleFilter
  created: MediaBundleCreated
  record: MediaBundle
  updated: MediaBundleUpdated
  deleted: MediaBundleDeleted
}

export type MediaBundles = Catalogue<MediaBundleTypes> &
  Rebuilds & {
    /** Moves an album and its songs to another artist. */
    move(mediaBundleId: string, to: MediaBundleMove, options?: CallOptions): Promise<Result<MediaBundle>>
    /** Makes everything that a pack has for an album, as one batch; its archive is the release. */
    releasePack(
      mediaBundleId: string,
      input?: ReleasePackRequest,
      options?: CreateOptions,
    ): Promise<Result<BatchCreated>>
    /** The same without making anything: what it would be, and what it takes. */
    dryRunReleasePack(
      mediaBundleId: string,
      input?: ReleasePackRequest,
      options?: CallOptions,
    ): Promise<Result<ReleasePackDryRun>>
  }

export function createMediaBundles(transport: Transport): MediaBundles {
  return {
    ...createCatalogue<MediaBundleTypes>(transport, '/v1/media-bundles', 'mediaBundleId'),
    ...createRebuilds(transport, '/v1/media-bundles'),
    move: (mediaBundleId, json, options) =>
      transport.post(at('/v1/media-bundles', mediaBundleId, '/move'), json, options),
    releasePack: (mediaBundleId, json = {}, { isFresh, ...options } = {}) => {
      const headers = { ...(isFresh && { 'cache-control': 'no-cache' }), ...options.headers }
      const path = at('/v1/media-bundles', mediaBundleId, '/release-pack')
      return transport.send({ ...options, method: 'POST', path, json, headers })
    },
    dryRunReleasePack: (mediaBundleId, json = {}, options) => {
      const path = at('/v1/media-bundles', mediaBundleId, '/release-pack')
      return transport.send({ ...options, method: 'POST', path, query: { dryRun: true }, json })
    },
  }
}
