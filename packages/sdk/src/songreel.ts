import { type ApiKeys, createApiKeys } from './api-keys.ts'
import { type Artists, createArtists } from './artists.ts'
import { type Assets, createAssets, createPlugins, type Plugins } from './assets.ts'
import { type Batches, createBatches } from './batches.ts'
import { type Brands, createBrands } from './brands.ts'
import { type Contents, createContents } from './contents.ts'
import { createDestinationCredentials, type DestinationCredentialsCalls } from './destination-credentials.ts'
import { createEvents, type Events } from './events.ts'
import { type CatalogueImports, createImports } from './imports.ts'
import { createMedia, type MediaRecords } from './media.ts'
import { createMediaBundles, type MediaBundles } from './media-bundles.ts'
import { createOrganizations, type Organizations } from './organizations.ts'
import { createRenders, type Renders } from './renders.ts'
import type { Result } from './result.ts'
import { createService, type Service } from './service.ts'
import { readSettings, type SongreelOptions } from './settings.ts'
import { createShares, type Shares } from './shares.ts'
import { type Call, createTransport } from './transport.ts'
import { createUploads, type Uploads } from './uploads.ts'
import {
  createWebhookDeliveries,
  createWebhooks,
  type WebhookDeliveries,
  type Webhooks,
} from './webhook-deliveries.ts'

/** A client of one Songreel server. Without options it takes SONGREEL_URL and SONGREEL_TOKEN from the environment. */
export class Songreel {
  /** Where the server is. */
  readonly baseUrl: string
  readonly artists: Artists
  readonly mediaBundles: MediaBundles
  readonly media: MediaRecords
  readonly brands: Brands
  readonly catalogue: CatalogueImports
  readonly batches: Batches
  readonly events: Events
  readonly renders: Renders
  readonly shares: Shares
  readonly contents: Contents
  readonly assets: Assets
  readonly plugins: Plugins
  readonly uploads: Uploads
  readonly webhooks: Webhooks
  readonly webhookDeliveries: WebhookDeliveries
  readonly destinationCredentials: DestinationCredentialsCalls
  readonly organizations: Organizations
  readonly apiKeys: ApiKeys
  readonly service: Service
  /** Any call, for what this version has no name for: its data, out of the envelope. */
  readonly request: <Data extends object>(call: Call) => Promise<Result<Data>>
  /** The same, with the response as it comes; only an error is read. */
  readonly open: (call: Call) => Promise<Response>

  constructor(options: SongreelOptions = {}) {
    const transport = createTransport(readSettings(options))
    this.baseUrl = transport.settings.baseUrl
    this.artists = createArtists(transport)
    this.mediaBundles = createMediaBundles(transport)
    this.media = createMedia(transport)
    this.brands = createBrands(transport)
    this.catalogue = createImports(transport)
    this.renders = createRenders(transport)
    this.uploads = createUploads(transport)
    this.batches = createBatches(transport, this.uploads, this.renders)
    this.events = createEvents(transport)
    this.shares = createShares(transport)
    this.contents = createContents(transport)
    this.assets = createAssets(transport)
    this.plugins = createPlugins(transport)
    this.webhooks = createWebhooks(transport)
    this.webhookDeliveries = createWebhookDeliveries(transport)
    this.destinationCredentials = createDestinationCredentials(transport)
    this.organizations = createOrganizations(transport)
    this.apiKeys = createApiKeys(transport)
    this.service = createService(transport)
    this.request = transport.send
    this.open = transport.open
  }
}
