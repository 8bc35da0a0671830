import { songreel } from '../../client.ts'
import { type LookSchema, takeApart } from './look-schema.ts'

let reading: Promise<LookSchema> | undefined

/** Read once, from the server: what a form offers is what that version takes. */
export function readLookSchema(): Promise<LookSchema> {
  reading ??= songreel.contents.getLookSchema().then(takeApart)
  reading.catch(() => {
    reading = undefined
  })
  return reading
}
