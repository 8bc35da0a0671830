import { type CallOptions, Songreel } from '@songreel/sdk'
import { usageError } from '../cli-error.ts'
import { maskToken, type Server } from './choose-server.ts'
import type { OutputFlags } from './output-form.ts'
import { printDone, printRecord } from './print-records.ts'
import { readProfiles, writeProfiles } from './profiles.ts'

type OrgFlags = OutputFlags & { quiet?: boolean; name?: string; webhook?: string; graceSecs?: string }

/** What these commands work with. */
type Context = { client: Songreel; server: Server; flags: OrgFlags; signal: AbortSignal }

const print = { idField: 'orgId' }

/** `songreel orgs get`: the token is known to whoever asks, so only its beginning is shown. */
export async function showOrganization({ client, flags, signal }: Context): Promise<undefined> {
  const found = await client.organizations.get(undefined, { signal })
  printRecord({ ...found, authToken: maskToken(found.authToken) }, { ...print, flags })
}

/** `songreel orgs update` */
export async function updateOrganization({ client, flags, signal }: Context): Promise<undefined> {
  const { name, webhook } = flags
  const patch = {
    ...(name !== undefined && { name }),
    ...(webhook !== undefined && { webhookUrl: webhook || null }),
  }
  if (Object.keys(patch).length === 0)
    throw usageError('Say what to change: --name <text> or --webhook <url>.')
  const changed = await client.organizations.update('me', patch, { signal })
  printDone(changed.$meta.message ?? 'Updated', { flags })
  printRecord({ ...changed, authToken: maskToken(changed.authToken) }, { ...print, flags })
}

/** `songreel orgs create`: the operator's right, so SONGREEL_ADMIN_TOKEN counts before any other token. */
export async function createOrganization({ client, server, flags, signal }: Context): Promise<undefined> {
  const { name = '', webhook } = flags
  const token = process.env.SONGREEL_ADMIN_TOKEN
  const operator = token ? new Songreel({ baseUrl: server.url, token }) : client
  const made = await operator.organizations.create(
    { name, ...(webhook && { webhookUrl: webhook }) },
    { signal },
  )
  printDone('Created. Its token is shown only now.', { flags })
  printRecord(made, { ...print, flags })
}

/** `songreel orgs rotate-token`: the profile that was used gets the new one. */
export async function rotateToken({ client, server, flags, signal }: Context): Promise<undefined> {
  const { graceSecs } = flags
  if (graceSecs !== undefined && !/^\d+$/.test(graceSecs))
    throw usageError(`--grace-secs must be a whole number of seconds, not ${graceSecs}.`)
  const options: CallOptions = { signal }
  const grace = graceSecs === undefined ? {} : { graceSecs: Number(graceSecs) }
  const changed = await client.organizations.rotateToken(undefined, grace, options)
  const isKept = await keepToken(server, changed.authToken)
  printDone(`The new token is shown only now.${isKept ? ` It is in profile ${server.profile}, too.` : ''}`, {
    flags,
  })
  printRecord(changed, { ...print, flags })
}

async function keepToken({ profile, url, token: before }: Server, token: string): Promise<boolean> {
  const stored = await readProfiles()
  if (profile === undefined || stored.profiles[profile]?.token !== before) return false
  await writeProfiles({ ...stored, profiles: { ...stored.profiles, [profile]: { url, token } } })
  return true
}
