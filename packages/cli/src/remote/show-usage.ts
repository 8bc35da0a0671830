import type { Songreel } from '@songreel/sdk'
import { type OutputFlags, readForm } from './output-form.ts'
import { listColumns, printJson, printList } from './print-records.ts'

const AMOUNTS = ['videos', 'secs', 'failed', 'bytes', 'cpuSecs']

/** What it is asked for. */
export type UsageFlags = OutputFlags & {
  from?: string
  to?: string
  days?: string
  timeZone?: string
  by?: string
}

type Context = { client: Songreel; flags: UsageFlags; signal: AbortSignal }
type Filter = NonNullable<Parameters<Songreel['service']['usage']>[0]>

/** `songreel usage`: the last line is the sum. */
export async function showUsage({ client, flags, signal }: Context): Promise<undefined> {
  const form = readForm(flags, ['table', 'json', 'csv'])
  const { from, to, days, timeZone, by = 'day' } = flags
  // What is wrong with a value is the server's to say, in the words of the API.
  const filter = { from, to, days, timeZone, by } as unknown as Filter
  if (form === 'csv') {
    process.stdout.write(await client.service.usageCsv(filter, { signal }))
    return
  }
  const usage = await client.service.usage(filter, { signal })
  if (form === 'json') {
    printJson(usage)
    return
  }
  const tables = {
    day: { fields: ['date'], rows: usage.days },
    content: { fields: ['contentId'], rows: usage.contents ?? [] },
    artist: { fields: ['artistId', 'name'], rows: usage.artists ?? [] },
  }
  const { fields, rows } = tables[by as keyof typeof tables]
  const total = {
    ...Object.fromEntries(fields.map((name) => [name, ''])),
    [fields[0]!]: 'total',
    ...usage.totals,
  }
  const columns = listColumns(...fields, ...AMOUNTS)
  printList([...rows, total], { columns, idField: fields[0]!, flags: {} })
}
