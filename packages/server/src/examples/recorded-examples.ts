import { readFileSync } from 'node:fs'
import type { ErrorCode, Failure, WebhookEvent, WebhookEventType } from '@songreel/contract'

/** Where the service of the recording was reached. */
export const RECORDED_URL = 'http://localhost:4400'
/** What was recorded, beside this file; `npm run record-examples` writes it anew. */
export const RECORDED_FILE = new URL('./recorded.json', import.meta.url)

/** Examples by a name of their own, as OpenAPI lists them. */
export type NamedExamples = Record<string, { summary: string; value: unknown }>

/** One call as it really went: what was sent, and the responses by status. */
export type RecordedCall = { requests?: NamedExamples; responses: Record<string, NamedExamples> }

/** Real calls, errors and events, with ids, moments and secrets made alike. */
export type RecordedExamples = {
  calls: Record<string, RecordedCall>
  errors: Record<ErrorCode, Failure>
  events: Record<WebhookEventType, WebhookEvent>
}

/** Reads what was recorded, as if it had been recorded at this address. */
export function readExamples(publicUrl: string): RecordedExamples {
  const text = readFileSync(RECORDED_FILE, 'utf8')
  const address = JSON.stringify(publicUrl).slice(1, -1)
  return JSON.parse(text.replaceAll(RECORDED_URL, () => address)) as RecordedExamples
}
