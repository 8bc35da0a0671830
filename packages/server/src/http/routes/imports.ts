import { DryRunQuery, Imported, successOf } from '@songreel/contract'
import { ImportBody } from '../../catalogue/import-input.ts'
import { importRows } from '../../catalogue/import-rows.ts'
import { inTransaction, rehearse } from '../../store/transaction.ts'
import { runIdempotent } from '../request/idempotency.ts'
import { ok } from '../response/envelope.ts'
import { signalGone } from '../response/when-gone.ts'
import type { Routes } from './route.ts'

const tag = { name: 'Catalogue', description: 'Many songs with their albums and artists at once.' }

const importMany = {
  schema: {
    tag,
    operationId: 'importCatalogue',
    summary: 'Import songs with their albums and artists',
    description:
      'Up to 100 rows, one per song. An album is found by its `upc`, a song by its `isrc` on that album, an artist by the exact name, and what is not there is created. Only differences are stored: what a row leaves out stays as it is. Each row has its own result; one that fails changes nothing and holds up no other. `?dryRun=true` checks everything and stores nothing.',
    querystring: DryRunQuery,
    body: ImportBody,
    response: { 200: successOf(Imported) },
  },
} as const

/** The catalogue of an organization, many records at a time. */
export const importRoutes: Routes = (app, services) => {
  const { db, ongoing } = services

  app.post('/v1/catalogue/import', importMany, async (request, reply) => {
    const { auth, body, query } = request
    const work = { orgId: auth.orgId, rows: body.rows, isDryRun: query.dryRun ?? false }
    const gone = signalGone(reply)
    // Waiting here holds no connection to the database.
    const leave = await ongoing.importTurns.take(auth.orgId, gone)
    gone.throwIfAborted()
    try {
      if (work.isDryRun)
        return ok(
          await rehearse(db, (transaction) => importRows(services, transaction, work)),
          'Nothing was stored',
        )
      const run = async (source: typeof db) => {
        const data = await inTransaction(source, (transaction) => importRows(services, transaction, work))
        return { data, message: describe(data) }
      }
      return await runIdempotent(services, request, reply, run, { status: 200 })
    } finally {
      leave?.()
    }
  })
}

function describe({ counts: { total, failed } }: Imported): string {
  return failed === 0 ? 'Catalogue imported' : `${failed} of ${total} rows failed, the others were imported`
}
