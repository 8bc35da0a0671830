// Every event that a webhook can report, described once. No schema library in here: the dashboard reads it.

type EventFacts = {
  /** The record that it carries; none: a note. */
  record: 'render' | 'batch' | 'none'
  /** The state of the record that it reports, if it reports one. */
  status?: string
  /** What happened, in a sentence without its full stop. */
  about: string
}

export const WEBHOOK_CATALOGUE = {
  'render.completed': {
    record: 'render',
    status: 'COMPLETED',
    about: 'A render is completed: its video is there',
  },
  'render.failed': { record: 'render', status: 'FAILED', about: 'A render failed' },
  'render.canceled': { record: 'render', status: 'CANCELED', about: 'A render was canceled' },
  'render.delivered': { record: 'render', about: 'The files of a render have arrived at its destination' },
  'render.delivery_failed': {
    record: 'render',
    about: 'The files of a render could not be delivered; the render stays completed',
  },
  'batch.completed': {
    record: 'batch',
    status: 'COMPLETED',
    about: 'All renders of a batch are completed',
  },
  'batch.partially_completed': {
    record: 'batch',
    status: 'PARTIALLY_COMPLETED',
    about: 'A batch is over; some of its renders are completed',
  },
  'batch.failed': {
    record: 'batch',
    status: 'FAILED',
    about: 'A batch is over; none of its renders is completed',
  },
  'batch.canceled': { record: 'batch', status: 'CANCELED', about: 'A batch was canceled' },
  ping: { record: 'none', about: 'Somebody tries your address with POST /v1/webhooks/test' },
} as const satisfies Record<string, EventFacts>

type Catalogue = typeof WEBHOOK_CATALOGUE

/** The types of events that carry this record. */
export type EventTypeOf<Of extends EventFacts['record']> = {
  [Type in keyof Catalogue]: Catalogue[Type]['record'] extends Of ? Type : never
}[keyof Catalogue]

/** Lists the types of events that carry this record. */
export function listEventTypes<Of extends EventFacts['record']>(record: Of): EventTypeOf<Of>[] {
  const types = Object.keys(WEBHOOK_CATALOGUE) as (keyof Catalogue)[]
  return types.filter((type) => WEBHOOK_CATALOGUE[type].record === record) as EventTypeOf<Of>[]
}

/** The event that reports that a record is in this state. */
export function findEventType<Of extends 'render' | 'batch'>(record: Of, status: string): EventTypeOf<Of> {
  const facts: Record<string, EventFacts> = WEBHOOK_CATALOGUE
  const type = listEventTypes(record).find((each) => facts[each]?.status === status)
  if (!type) throw new Error(`no event reports a ${record} that is ${status}`)
  return type
}
