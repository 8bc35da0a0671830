import type * as contract from '@songreel/contract'

// The contract's records as a client reads them. When the package is built, the contract's types are written into it.

/**
 * A record that a newer server may send with values that this version does not know: every list of words is open, so
 * that code which compares with an unknown word compiles and code which forgets it is not told that it is complete.
 */
export type Open<Value> = Value extends string
  ? string extends Value
    ? Value
    : Value | (string & {})
  : Value extends readonly (infer Item)[]
    ? Open<Item>[]
    : Value extends object
      ? { [Key in keyof Value]: Open<Value[Key]> }
      : Value

/** What to look for in a list: every field may be left out, and moments may be dates. */
export type Filter<Query> = Partial<Omit<Query, 'createdAfter' | 'createdBefore'>> & {
  createdAfter?: string | Date
  createdBefore?: string | Date
}

export type ErrorDetail = contract.ErrorDetail
export type Warning = contract.Warning

export type ArtistInput = contract.ArtistInput
export type ArtistPatch = contract.ArtistPatch
export type ArtistFilter = Filter<contract.ArtistQuery>
export type ArtistCreated = contract.ArtistCreated
export type Artist = Open<contract.Artist>
export type ArtistDeleted = contract.ArtistDeleted

export type BrandInput = contract.BrandInput
export type BrandPatch = contract.BrandPatch
export type BrandFilter = Filter<contract.BrandQuery>
export type BrandCreated = contract.BrandCreated
export type Brand = Open<contract.Brand>
export type BrandDeleted = contract.BrandDeleted

export type MediaBundleInput = contract.MediaBundleInput
export type MediaBundlePatch = contract.MediaBundlePatch
export type MediaBundleMove = contract.MediaBundleMove
export type MediaBundleFilter = Filter<contract.MediaBundleQuery>
export type MediaBundleCreated = contract.MediaBundleCreated
export type MediaBundle = Open<contract.MediaBundle>
export type MediaBundleUpdated = Open<contract.MediaBundleUpdated>
export type MediaBundleDeleted = contract.MediaBundleDeleted
/** A release pack by its name, or one of your own. */
export type ReleasePackRequest = contract.ReleasePackRequest
export type ReleasePackDryRun = Open<contract.ReleasePackDryRun>

export type MediaInput = contract.MediaInput
export type MediaPatch = contract.MediaPatch
export type MediaMove = contract.MediaMove
export type MediaFilter = Filter<contract.MediaQuery>
export type MediaCreated = contract.MediaCreated
export type Media = Open<contract.Media>
export type MediaDeleted = contract.MediaDeleted
/** What was heard in a song. */
export type Analysis = Open<contract.Analysis>
export type AnalysisFilter = Partial<contract.AnalysisQuery>
export type Lyrics = Open<contract.Lyrics>
/** The formats that lyrics can be read in, besides as a record. */
export type LyricsFileFormat = Exclude<contract.LyricsQuery['format'], 'json'>

/** A song with its album and artist, as they should be in the catalogue. */
export type ImportRow = contract.ImportRow
/** What became of the rows of an import. */
export type Imported = Open<contract.Imported>

export type BatchInput = contract.BatchInput
export type RenderRequest = BatchInput['renders'][number]
export type VideoSettings = NonNullable<RenderRequest['videoSettings']>
export type Background = NonNullable<RenderRequest['background']>
export type BatchFilter = Filter<contract.BatchQuery>
/** What creating a batch returns: always its id and renders, and the whole record if it was made by reference. */
export type BatchCreated = Open<contract.BatchCreated> & Partial<Open<Omit<contract.Batch, 'renders'>>>
export type BatchDryRun = Open<contract.BatchDryRun>
/** A batch with its renders. */
export type BatchRecord = Open<contract.Batch>
export type Batch = BatchRecord
export type BatchStatus = Open<contract.BatchStatus>
export type BatchRender = Open<contract.BatchRender>

/** A render in the list of a song or an album: with whether it is stale, and why. */
export type SongRender = Open<contract.SongRender>
export type SongRenderFilter = Filter<contract.SongRenderQuery>
export type StaleReason = Open<contract.StaleReason>
/** What a rebuild returns: like creating a batch, but `batchId` is null if nothing was stale. */
export type Rebuilt = Omit<BatchCreated, 'batchId'> & { batchId: string | null }
export type RebuildDryRun = Open<contract.RebuildDryRun>

export type RenderFilter = Filter<contract.RenderQuery>
export type Render = Open<contract.Render>
export type RenderStatus = Open<contract.RenderStatus>

/** What was done to everything with a reference. */
export type TogetherChanged = contract.TogetherChanged
export type ShareInput = contract.ShareInput
export type ShareFilter = Filter<contract.ShareQuery>
export type ShareCreated = contract.ShareCreated
export type Share = Open<contract.Share>

export type Content = Open<contract.Content>
export type ListedContent = Open<contract.ListedContent>
export type ContentRecord = Open<contract.ContentRecord>
export type ContentSaved = contract.ContentSaved
export type ContentDeleted = contract.ContentDeleted
export type LookInput = contract.LookInput
export type PreviewInput = contract.PreviewInput
export type PreviewWarning = contract.PreviewWarning
export type DraftPreviewInput = contract.DraftPreviewInput
export type LookDrawing = contract.LookDrawing

export type AssetFilter = Filter<contract.AssetQuery>
export type Asset = Open<contract.Asset>
export type Upload = contract.Upload
export type Plugin = Open<contract.Plugin>

export type DeliveryFilter = Filter<contract.DeliveryQuery>
export type Delivery = Open<contract.Delivery>
export type WebhookAddress = contract.WebhookAddress
export type WebhookTest = contract.WebhookTest
export type WebhookSecret = contract.WebhookSecret
/** What arrives at a webhook. A newer server may send other types as well: let `default` ignore them. */
export type WebhookEvent = contract.WebhookEvent

export type OrganizationInput = contract.OrganizationInput
export type OrganizationPatch = contract.OrganizationPatch
export type Organization = contract.Organization
export type ExceededQuota = contract.ExceededQuota
export type Quota = contract.Quota
export type QuotaPatch = contract.QuotaPatch
export type TokenRotation = Partial<contract.TokenRotation>

export type Destination = contract.Destination
export type Delivered = Open<contract.Delivered>
export type DestinationCredentialsInput = contract.DestinationCredentialsInput
export type DestinationCredentialsFilter = Filter<contract.DestinationCredentialsQuery>
export type DestinationCredentials = Open<contract.DestinationCredentials>
export type DestinationTest = contract.DestinationTest
export type DestinationTested = contract.DestinationTested

export type ApiKeyInput = contract.ApiKeyInput
export type ApiKeyFilter = Filter<contract.ApiKeyQuery>
export type ApiKey = Open<contract.ApiKey>
export type ApiKeyCreated = Open<contract.ApiKeyCreated>

export type Usage = contract.Usage
export type Workload = contract.Workload
export type UsageFilter = Partial<Omit<contract.UsageQuery, 'format'>>
export type Limits = Open<contract.Limits>
export type Liveness = Open<contract.Liveness>
export type Readiness = Open<contract.Readiness>
export type ServiceVersion = Open<contract.ServiceVersion>
