import type { Db } from './schema.ts'
import { statement } from './statement.ts'

// In one order for everyone, so that two batches that name the same files wait for each other, and never both.
const take = statement<{ name: string; taken: number }>(
  `insert into file_names (org_id, name, taken)
   select $orgId, name, times from json_to_recordset($wanted::json) as wanted (name text, times integer) order by name
   on conflict (org_id, name) do update set taken = file_names.taken + excluded.taken, taken_at = now()
   returning name, taken`,
)

/** Counts names as given out, and returns how often each had been given out before. */
export async function takeFileNames(
  db: Db,
  orgId: string,
  names: readonly string[],
): Promise<Map<string, number>> {
  const times = new Map<string, number>()
  for (const name of names) times.set(name, (times.get(name) ?? 0) + 1)
  const wanted = Array.from(times, ([name, times]) => ({ name, times }))
  const rows = await take(db, { orgId, wanted: JSON.stringify(wanted) })
  return new Map(rows.map(({ name, taken }) => [name, taken - times.get(name)!]))
}
