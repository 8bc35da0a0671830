import type { BatchRecord } from '@songreel/sdk'

/** How news reaches this page. */
export type Connection = 'connecting' | 'live' | 'reconnecting' | 'polling'

/** What goes between the tabs: news, and now and then a sign of life. */
export type LiveMessage =
  | { type: 'state'; connection: Connection }
  | { type: 'batch'; batch: BatchRecord }
  | { type: 'refresh' }
  | { type: 'hello' }
