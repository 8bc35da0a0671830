import { FIELDS_OF_RECORDS, type RecordField } from '@songreel/contract'
import type { FieldNames } from './field-names.ts'
import type { SentValues } from './record-values.ts'

type Level = keyof typeof FIELDS_OF_RECORDS
type Inline = { input: Record<string, unknown>; fieldName: FieldNames }

/** By level: our own name of each field that a batch calls otherwise. */
const OWN_NAMES = Object.fromEntries(
  Object.entries(FIELDS_OF_RECORDS).map(([level, fields]) => {
    const entries: [string, RecordField][] = Object.entries(fields)
    return [level, entries.flatMap(([name, { inlineName }]) => (inlineName ? [{ name, inlineName }] : []))]
  }),
) as Record<Level, { name: string; inlineName: string }[]>

/** The values of a record inside of a batch under our names, and what an error has to call them. */
export function readInline<Of extends Level>(
  level: Of,
  { name: _, ...values }: { name?: string; [field: string]: unknown },
): { input: SentValues<(typeof FIELDS_OF_RECORDS)[Of]>; fieldName: FieldNames } {
  const input: Record<string, unknown> = values
  for (const { name, inlineName } of OWN_NAMES[level]) {
    input[name] = input[inlineName]
    delete input[inlineName]
  }
  const fieldName = (field: string) =>
    `${level}.${OWN_NAMES[level].find(({ name }) => name === field)?.inlineName ?? field}`
  return { input, fieldName } satisfies Inline as never
}
