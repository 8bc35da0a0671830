import type {
  AlbumRenderKind,
  Background,
  BatchStatus,
  Brand,
  DeliveryAttempt,
  DeliveryFailure,
  Destination,
  OutputFormat,
  OutputQuality,
  ReleaseRecord,
  RenderFailure,
  RenderStatus,
  WebhookEventType,
} from '@songreel/contract'
import type { ColumnType, Generated } from 'kysely'
import type { Origin } from '../scope.ts'
import type { BrandSource } from './choose-brand.ts'
import type { MaybeMoment, Moment } from './moment.ts'
import type { Chapter } from './renders/timeline.ts'

/** JSON: read as a value, written as text. */
type Json<Value> = ColumnType<Value, string, string>
type MaybeJson<Value> = ColumnType<Value | null, string | null | undefined, string | null>

type Batches = {
  batch_id: string
  org_id: string
  ref: string | null
  artist_id: string
  media_bundle_id: string
  /** Null: it is about several songs, and its renders say which. */
  media_id: string | null
  status: Generated<BatchStatus>
  webhook_url: string | null
  service_params: MaybeJson<Record<string, unknown>>
  /** Set where the batch makes a release. */
  release: MaybeJson<ReleaseRecord>
  is_test: Generated<boolean>
  origin: MaybeJson<Origin>
  total: number
  completed: Generated<number>
  failed: Generated<number>
  canceled: Generated<number>
  round: Generated<number>
  created_at: Moment
  finished_at: MaybeMoment
}

/** The part of the song that was used. */
export type Excerpt = { startSecs: number; endSecs: number; reasons?: string[] }

type Outputs = {
  output_id: string
  org_id: string
  work_key: string
  video_key: string
  poster_key: string | null
  srt_key: string | null
  vtt_key: string | null
  content_type: string
  bytes: number
  sha256: string
  duration_secs: number
  width: number
  height: number
  frames: number
  excerpt: MaybeJson<Excerpt>
  chapters: MaybeJson<{ title: string; startSecs: number }[]>
  checks: Json<Record<string, unknown>>
  warnings: ColumnType<string[], string | undefined, string>
  created_at: Moment
  expires_at: ColumnType<string, string | Date, string | Date>
  deleted_at: MaybeMoment
}

/** A video of a whole album, of its best moments, or of its cover alone: which of them, and its songs in order. */
export type AlbumOrder = {
  kind: AlbumRenderKind
  mediaIds: string[]
  /** How long a sampler lasts at most; unset: a minute. */
  samplerSecs?: number
}

/** A file that a video was made from; the same bytes under another id are the same. */
export type UsedFile = { assetId: string; sha256: string }

/** What a video took from a song: its names as they were, and the files that it uses. */
export type UsedSong = {
  mediaId: string
  title: string
  artist: string
  album: string
  isrc: string | null
  audio: UsedFile | null
  cover: UsedFile | null
  lyrics: UsedFile | null
  clips: UsedFile[]
  /** The artist's photograph, where it lies behind the look or in it; null where there was none for it. */
  photo?: UsedFile | null
  /** The songs of its album, where the video lists them. */
  tracks?: string[]
}

/** The brand that a video wears: what it decided, and its files by what they are. */
export type UsedBrand = {
  brandId: string
  plan: { name: string } & Partial<Pick<Brand, 'colors' | 'logo' | 'endCard'>>
  files: Record<string, UsedFile>
}

/** What a finished video was made from. A video of one song has one, that of an album all of them, in order. */
export type MadeFrom = {
  songs: UsedSong[]
  /** Absent without one. */
  brand?: UsedBrand
  templateVersion: number
  engineVersion: number
}

/** A background that is not the cover. */
export type OwnBackground = Exclude<Background, 'COVER'>

/** How a render is made, with every default filled in. */
export type ResolvedVideoSettings = {
  aspectRatio: string
  outputQuality: OutputQuality
  fps: number
  format: OutputFormat
  /** Absent in records of before there was a choice: `ORIGINAL`. */
  loudness?: 'ORIGINAL' | number
  /** Absent in records of before there was a choice: `FULL`. */
  motion?: 'FULL' | 'REDUCED'
  audioStartEndSecs?: { start: number; end: number }
  isWholeSong?: boolean
}

type Renders = {
  render_id: string
  batch_id: string
  org_id: string
  media_id: string
  album: MaybeJson<AlbumOrder>
  made_from: MaybeJson<MadeFrom>
  replaces: ColumnType<string | null, string | null | undefined, string | null>
  position: number
  variation: Generated<number>
  content_id: string
  required_data: Json<Record<string, unknown>>
  video_settings: Json<ResolvedVideoSettings>
  theme: 'DARK' | 'LIGHT' | null
  background: ColumnType<OwnBackground | null, OwnBackground | null | undefined, OwnBackground | null>
  brand_id: ColumnType<string | null, string | null | undefined, string | null>
  brand_source: ColumnType<BrandSource | null, BrandSource | null | undefined, BrandSource | null>
  seed: number
  priority: Generated<number>
  is_preview: Generated<boolean>
  is_test: Generated<boolean>
  is_fresh: Generated<boolean>
  aspect_ratio: string
  width: number
  height: number
  file_name: string
  frames: number
  status: Generated<RenderStatus>
  phase: string | null
  progress: Generated<number>
  eta_secs: number | null
  segments_total: number | null
  segments_kept: number | null
  attempt: Generated<number>
  fence: Generated<number>
  errors: Generated<number>
  losses: Generated<number>
  blamed_losses: Generated<number>
  lost_at_progress: number | null
  is_drawn_alone: Generated<boolean>
  job_id: string | null
  worker_id: string | null
  ready_at: Moment
  waiting_for: string | null
  held_up_since: MaybeMoment
  output_id: string | null
  files_deleted_at: MaybeMoment
  excerpt: MaybeJson<Excerpt>
  error: MaybeJson<RenderFailure>
  created_at: Moment
  timeline: ColumnType<Chapter[], string | undefined, string>
  started_at: MaybeMoment
  finished_at: MaybeMoment
}

type PendingFiles = { key: string; created_at: Moment; org_id: string | null; bytes: number | null }
type FairTags = { org_id: string; last_tag: number }
type FairClock = { only_row: Generated<boolean>; tag: number }

type WebhookEvents = {
  event_id: string
  org_id: string
  batch_id: string | null
  render_id: string | null
  occasion: string
  type: WebhookEventType
  url: string
  data: Json<Record<string, unknown>>
  created_at: Moment
}

type WebhookDeliveries = {
  delivery_id: string
  event_id: string
  org_id: string
  status: Generated<'PENDING' | 'DELIVERED' | 'FAILED'>
  // The attempts; the columns keep their first names, because processes of an earlier version may run beside this one.
  tries: ColumnType<DeliveryAttempt[], string | undefined, string>
  next_try_at: MaybeMoment
  created_at: Moment
  finished_at: MaybeMoment
}

type WebhookSecrets = { org_id: string; secret: string; created_at: Moment; ends_at: MaybeMoment }

type Segments = {
  segment_id: string
  org_id: string
  content_key: string
  frames: Buffer
  description: string | null
  bytes: number
  sha256: string
  used_at: Moment
}

type SegmentUses = {
  org_id: string
  work_key: string
  machine: string
  position: number
  segment_id: string
  media_id: string
  line_key: string
  made_at: Moment
}

type SegmentClaims = {
  org_id: string
  render_id: string
  fence: number
  position: number
  holder: string
  is_made: Generated<boolean>
  seen_at: Moment
}

type RenderHelpers = {
  job_id: string
  org_id: string
  render_id: string
  fence: number
  cpu_secs: number
  segments: number
  ended_at: Moment
}

type DestinationCredentialsTable = {
  credentials_id: string
  org_id: string
  name: string
  sealed: string
  access_key_hint: string
  created_at: Moment
  last_used_at: MaybeMoment
}

type VideoDeliveries = {
  render_id: string
  org_id: string
  destination: Json<Destination>
  round: Generated<number>
  status: Generated<'PENDING' | 'DELIVERED' | 'FAILED'>
  attempts: Generated<number>
  key: string | null
  error: MaybeJson<DeliveryFailure>
  upload: MaybeJson<Record<string, unknown>>
  next_try_at: MaybeMoment
  created_at: Moment
  finished_at: MaybeMoment
}

type UsageEntries = {
  render_id: string
  org_id: string
  ended_at: ColumnType<string, string | Date, string | Date>
  content_id: string
  artist_id: string
  is_made: boolean
  secs: Generated<number>
  bytes: Generated<number>
  cpu_secs: number | null
  wait_secs: number | null
  work_secs: number | null
}

/** The tables of batches, their files and their webhooks. */
export type BatchTables = {
  batches: Batches
  outputs: Outputs
  renders: Renders
  pending_files: PendingFiles
  fair_tags: FairTags
  fair_clock: FairClock
  webhook_events: WebhookEvents
  webhook_deliveries: WebhookDeliveries
  webhook_secrets: WebhookSecrets
  destination_credentials: DestinationCredentialsTable
  video_deliveries: VideoDeliveries
  usage_entries: UsageEntries
  segments: Segments
  segment_uses: SegmentUses
  segment_claims: SegmentClaims
  render_helpers: RenderHelpers
}
