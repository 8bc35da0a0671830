import type {
  AnimationFacts,
  ARTIST_FIELDS,
  AssetKind,
  BRAND_FIELDS,
  BrandColors,
  BrandEndCard,
  BrandLogo,
  FontFacts,
  LyricsFacts,
  MEDIA_BUNDLE_FIELDS,
  MEDIA_FIELDS,
  RenderFailure,
  RenderFailureCode,
} from '@songreel/contract'
import type { ColumnType, Generated, Kysely, Transaction } from 'kysely'
import type { BatchTables } from './batch-schema.ts'
import type { MaybeMoment, Moment } from './moment.ts'
import type { KeptColumns } from './record-columns.ts'

type Installation = { name: string; value: string }

type Organizations = {
  org_id: string
  name: string
  webhook_url: string | null
  created_at: Moment
  brand_id: ColumnType<string | null, string | null | undefined, string | null>
  quota_videos: number | null
  quota_secs: number | null
  quota_bytes: number | null
}

type Tokens = {
  key_id: string
  org_id: string
  kind: 'OWNER' | 'KEY' | 'SESSION' | 'CLAIM'
  name: string
  scopes: string[]
  is_test: Generated<boolean>
  token_hash: Buffer
  secret_mark: Generated<string | null>
  token_hint: string
  created_at: Moment
  expires_at: MaybeMoment
  revoked_at: MaybeMoment
  last_used_at: MaybeMoment
  parent_key_id: string | null
  is_invited: Generated<boolean>
  browser: string | null
  address: string | null
}

/** Why an asset could not be had. */
export type AssetError = Omit<RenderFailure, 'field'> & { code: RenderFailureCode }

type Assets = {
  asset_id: string
  org_id: string
  kind: AssetKind
  status: Generated<'PENDING' | 'READY' | 'FAILED'>
  source_url: string | null
  file_name: string | null
  content_type: string | null
  bytes: number | null
  sha256: string | null
  width: number | null
  height: number | null
  duration_secs: number | null
  codec: string | null
  aspect_ratio: string | null
  loudness: number | null
  lyrics: ColumnType<LyricsFacts | null, string | null | undefined, string | null>
  font: ColumnType<FontFacts | null, string | null | undefined, string | null>
  animation: ColumnType<AnimationFacts | null, string | null | undefined, string | null>
  error: ColumnType<AssetError | null, string | null | undefined, string | null>
  created_at: Moment
}

type Artists = KeptColumns<typeof ARTIST_FIELDS> & {
  artist_id: string
  org_id: string
  name: string
  name_key: string
  created_at: Moment
  deleted_at: MaybeMoment
}

type MediaBundles = KeptColumns<typeof MEDIA_BUNDLE_FIELDS> & {
  media_bundle_id: string
  org_id: string
  artist_id: string
  name: string
  name_key: string
  created_at: Moment
  deleted_at: MaybeMoment
}

type Brands = KeptColumns<typeof BRAND_FIELDS> & {
  brand_id: string
  org_id: string
  name: string
  name_key: string
  colors: ColumnType<BrandColors | null, string | null, string | null>
  logo: ColumnType<BrandLogo | null, string | null, string | null>
  end_card: ColumnType<BrandEndCard | null, string | null, string | null>
  /** All of its files; the database keeps it. */
  asset_ids: ColumnType<string[], never, never>
  created_at: Moment
  deleted_at: MaybeMoment
}

type Plugins = {
  plugin_id: string
  org_id: string
  platform: 'VIDEOSITE' | 'STREAMER' | 'STORE'
  url: string
  external_id: string | null
  kind: string | null
  created_at: Moment
}

type Media = KeptColumns<typeof MEDIA_FIELDS> & {
  media_id: string
  org_id: string
  artist_id: string
  media_bundle_id: string
  name: string
  name_key: string
  created_at: Moment
  deleted_at: MaybeMoment
}

type IdempotencyKeys = {
  org_id: string
  key: string
  request_hash: string
  created_at: Moment
  status: number
  headers: ColumnType<Record<string, string>, string, string>
  body: string
}

/** The tables as Kysely knows them; migrations/ is what PostgreSQL knows. */
export type Database = BatchTables & {
  installation: Installation
  organizations: Organizations
  tokens: Tokens
  assets: Assets
  artists: Artists
  brands: Brands
  media_bundles: MediaBundles
  plugins: Plugins
  media: Media
  idempotency_keys: IdempotencyKeys
}

/** The pool of connections. */
export type DbPool = Kysely<Database>

/** The pool, or a transaction on it: store functions take either. */
export type Db = DbPool | Transaction<Database>
