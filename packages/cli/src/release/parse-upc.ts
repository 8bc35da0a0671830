import { Upc } from '@songreel/contract'
import { usageError } from '../cli-error.ts'
import { cleanText } from '../print.ts'

/** A product code with a right check digit. */
export function parseUpc(text: string): string {
  const parsed = Upc.safeParse(text)
  if (parsed.success) return parsed.data
  throw usageError(`--upc ${cleanText(text)} ${parsed.error.issues[0]?.message ?? 'is wrong'}.`)
}
