import { ImportInput, ImportRow, MAX_IMPORT_ROWS } from '@songreel/contract'
import { z } from 'zod'

/** A row that is not one, with what is wrong with it. */
export type InvalidRow = { issues: z.core.$ZodIssue[]; input: unknown }

/** As the contract says, but a row that is wrong is handed on, because it must not hold up the others. */
const RowOrIssues = ImportRow.catch(
  // Without a row it is asked for its default, by whoever writes the reference.
  (caught?: { error: { issues: unknown[] }; input: unknown }) =>
    (caught && { issues: caught.error.issues, input: caught.input }) as never,
)

/** Body of POST /v1/catalogue/import. */
export const ImportBody = ImportInput.extend({
  rows: z
    .array(RowOrIssues as z.ZodType<ImportRow | InvalidRow>)
    .min(1)
    .max(MAX_IMPORT_ROWS)
    .describe('One per song'),
})
