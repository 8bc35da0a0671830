import type { Db } from '@songreel/server/internal/store/schema.ts'
import { sql } from 'kysely'

/** Who the pictures say that files come from and events go to: this computer's address means nothing to anybody. */
const NAME = 'https://files.lanternlabel.example'

/** Dates the batches that are there back, so that every day of the last week has some. */
export async function spreadOverWeek(db: Db): Promise<void> {
  for (const [table, columns] of [
    ['renders', ['created_at', 'started_at', 'finished_at']],
    ['batches', ['created_at', 'finished_at']],
  ] as const) {
    const changes = columns.map((column) => sql`${sql.ref(column)} = ${sql.ref(`old.${column}`)} - age`)
    await sql`
      update ${sql.table(table)} as old set ${sql.join(changes)}
      from (
        select batch_id, interval '13 hours' * row_number() over (order by batch_id desc) - interval '12 hours' as age
        from batches
      ) as ages where ages.batch_id = old.batch_id
    `.execute(db)
  }
  await sql`
    update usage_entries as used set ended_at = renders.finished_at from renders where renders.render_id = used.render_id
  `.execute(db)
}

/** Calls a host by the name in every text that pages show, with its scheme or without. */
export async function renameHost(db: Db, url: string): Promise<void> {
  for (const [from, to] of [
    [url, NAME],
    [new URL(url).host, new URL(NAME).host],
  ]) {
    await sql`update organizations set webhook_url = replace(webhook_url, ${from}, ${to})`.execute(db)
    await sql`update batches set webhook_url = replace(webhook_url, ${from}, ${to})`.execute(db)
    await sql`update assets set source_url = replace(source_url, ${from}, ${to})`.execute(db)
    await sql`update renders set error = replace(error::text, ${from}, ${to})::jsonb`.execute(db)
    await sql`
      update webhook_events set url = replace(url, ${from}, ${to}), data = replace(data::text, ${from}, ${to})::jsonb
    `.execute(db)
  }
}
