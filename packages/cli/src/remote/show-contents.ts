import type { Songreel } from '@songreel/sdk'
import type { OutputFlags } from './output-form.ts'
import { type Column, listColumns, printList, printRecord } from './print-records.ts'

type Context = { client: Songreel; flags: OutputFlags; signal: AbortSignal }

const COLUMNS: Column[] = [
  ...listColumns('contentId', 'name'),
  {
    heading: 'shapes',
    show: ({ aspectRatios }) => (Array.isArray(aspectRatios) ? aspectRatios.join(' ') : 'ALL'),
  },
  ...listColumns('description'),
]

type ListContext = Context & { flags: OutputFlags & { onlyDeleted?: boolean } }

/** `songreel contents list`: the templates of a server, which may have others than this machine; or its deleted looks. */
export async function listContents({ client, flags, signal }: ListContext): Promise<undefined> {
  const deleted = flags.onlyDeleted ?? false
  const { items } = await client.contents.list({ ...(deleted && { deleted }), signal })
  printList(items, { columns: COLUMNS, idField: 'contentId', flags })
}

/** `songreel contents get <id>` */
export async function showContent(id: string, { client, flags, signal }: Context): Promise<undefined> {
  printRecord(await client.contents.get(id, { signal }), { idField: 'contentId', flags })
}
