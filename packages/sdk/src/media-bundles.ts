import { type Catalogue, createCatalogue } from './catalogue.ts'
import type {
  MediaBundle,
  MediaBundleCreated,
  MediaBundleDeleted,
  MediaBundleFilter,
  MediaBundleInput,
  MediaBundlePatch,
  MediaBundleUpdated,
} from './records.ts'
import type { Transport } from './transport.ts'

type MediaBundleTypes = {
  input: MediaBundleInput
  patch: MediaBundlePatch
  filter: MediaBundleFilter
  created: MediaBundleCreated
  record: MediaBundle
  updated: MediaBundleUpdated
  deleted: MediaBundleDeleted
}

export type MediaBundles = Catalogue<MediaBundleTypes>

export function createMediaBundles(transport: Transport): MediaBundles {
  return createCatalogue<MediaBundleTypes>(transport, '/v1/media-bundles', 'mediaBundleId')
}
