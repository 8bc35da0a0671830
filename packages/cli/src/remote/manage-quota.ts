import { Songreel } from '@songreel/sdk'
import { usageError } from '../cli-error.ts'
import type { Server } from './choose-server.ts'
import type { OutputFlags } from './output-form.ts'
import { listColumns, printDone, printJson, printList } from './print-records.ts'

const MEASURES = ['videos', 'secs', 'bytes'] as const

type QuotaFlags = OutputFlags & { quiet?: boolean } & Partial<Record<(typeof MEASURES)[number], string>>
type Context = { client: Songreel; server: Server; flags: QuotaFlags; signal: AbortSignal }

/** `songreel orgs quota`: limits are the operator's to set, so SONGREEL_ADMIN_TOKEN counts before any other token. */
export async function manageQuota(
  orgId: string | undefined,
  { client, server, flags, signal }: Context,
): Promise<undefined> {
  const patch = Object.fromEntries(
    MEASURES.flatMap((name) => (flags[name] === undefined ? [] : [[name, readLimit(name, flags[name])]])),
  )
  const isChange = Object.keys(patch).length > 0
  if (isChange && orgId === undefined)
    throw usageError('Say whose quota is changed: songreel orgs quota <orgId>.')
  const token = orgId === undefined ? undefined : process.env.SONGREEL_ADMIN_TOKEN
  const { organizations } = token ? new Songreel({ baseUrl: server.url, token }) : client
  const quota = isChange
    ? await organizations.setQuota(orgId as string, patch, { signal })
    : await organizations.quota(orgId, { signal })
  if (flags.json || flags.output === 'json') {
    printJson(quota)
    return
  }
  printDone(`${isChange ? 'Changed. ' : ''}The month ends at ${quota.resetsAt}.`, { flags })
  const rows = MEASURES.map((name) => ({ name, ...quota[name] }))
  printList(rows, { columns: listColumns('name', 'limit', 'used', 'open'), idField: 'name', flags })
}

function readLimit(name: string, text: string): number | null {
  if (text === 'none') return null
  const limit = Number(text)
  if (text.trim() !== '' && limit >= 0 && Number.isFinite(limit)) return limit
  throw usageError(`--${name} must be a number or none, not ${text}.`)
}
