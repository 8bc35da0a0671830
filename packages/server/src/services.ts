import type { StillsPool } from '@songreel/render'
import type { Templates } from '@songreel/templates'
import type { Logger } from 'pino'
import type { FileLinks } from './assets/file-links.ts'
import type { FileShelf } from './assets/file-shelf.ts'
import type { Storage } from './assets/storage.ts'
import type { Config } from './config/config.ts'
import type { Metrics } from './metrics/metrics.ts'
import type { OngoingWork } from './ongoing-work.ts'
import type { PublicAddress } from './public-address.ts'
import type { Queue } from './queue/queue.ts'
import type { Read } from './store/reader.ts'
import type { DbPool } from './store/schema.ts'
import type { SecretKeys } from './tokens/secret-keys.ts'
import type { Tracing } from './trace/tracing.ts'

/** The few long-lived things, opened once and handed on as plain arguments. */
export type Services = {
  config: Config
  log: Logger
  metrics: Metrics
  tracing: Tracing
  db: DbPool
  /** The short way for the reads by key that every request makes. */
  read: Read
  queue: Queue
  storage: Storage
  templates: Templates
  address: PublicAddress
  links: FileLinks
  /** Draws the stills of previews. */
  stills: StillsPool
  /** The files of previews, for as long as somebody may ask for the next one. */
  shelf: FileShelf
  /** What this process is doing at the moment. */
  ongoing: OngoingWork
} & SecretKeys
