import { type Catalogue, createCatalogue } from './catalogue.ts'
import type {
  MediaBundle,
  MediaBundleCreated,
  MediaBundleDeleted,
  MediaBundleFilter,
  MediaBundleInput,
  MediaBundleMove,
  MediaBundlePatch,
  MediaBundleUpdated,
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

export type MediaBundles = Catalogue<MediaBundleTypes> & {
  /** Moves an album and its songs to another artist. */
  move(mediaBundleId: string, to: MediaBundleMove, options?: CallOptions): Promise<Result<MediaBundle>>
}

export function createMediaBundles(transport: Transport): MediaBundles {
  return {
    ...createCatalogue<MediaBundleTypes>(transport, '/v1/media-bundles', 'mediaBundleId'),
    move: (mediaBundleId, json, options) =>
      transport.post(at('/v1/media-bundles', mediaBundleId, '/move'), json, options),
  }
}
