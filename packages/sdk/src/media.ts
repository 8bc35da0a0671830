import { type Catalogue, createCatalogue } from './catalogue.ts'
import type { Media, MediaCreated, MediaDeleted, MediaFilter, MediaInput, MediaPatch } from './records.ts'
import type { Transport } from './transport.ts'

type MediaTypes = {
  input: MediaInput
  patch: MediaPatch
  filter: MediaFilter
  created: MediaCreated
  record: Media
  updated: Media
  deleted: MediaDeleted
}

export type MediaRecords = Catalogue<MediaTypes>

export function createMedia(transport: Transport): MediaRecords {
  return createCatalogue<MediaTypes>(transport, '/v1/media', 'mediaId')
}
