import { formatBytes } from '@songreel/contract/format-bytes'
import { ApiError, Songreel } from '@songreel/sdk'
import { EXIT, type ExitCode } from '../cli-error.ts'
import { cleanText, createPaint, type Mark, showStatus } from '../print.ts'
import { chooseServer, maskToken, type Server } from './choose-server.ts'
import { type OutputFlags, readForm } from './output-form.ts'
import { printJson, printLines } from './print-records.ts'
import { toRemoteError } from './to-remote-error.ts'

type StatusFlags = OutputFlags & { profile?: string }

/** `songreel status`: which server is meant, whether it works, and whose token this is. 1 if anything is wrong. */
export async function showServerStatus(
  flags: StatusFlags,
  { signal }: { signal: AbortSignal },
): Promise<ExitCode> {
  const form = readForm(flags, ['text', 'json', 'env'])
  const server = await chooseServer(flags)
  try {
    const facts = await readStatus(server, { signal })
    if (form === 'json') printJson(facts)
    else if (form === 'env') printLines(listVariables(server))
    else printStatus(server, facts)
    return facts.isReady && facts.organization ? EXIT.ok : EXIT.failed
  } catch (error) {
    throw toRemoteError(error, server)
  }
}

type Status = Awaited<ReturnType<typeof readStatus>>

async function readStatus({ url, token, from }: Server, options: { signal: AbortSignal }) {
  const client = new Songreel({ baseUrl: url, ...(token && { token }) })
  const { version } = await client.service.version(options)
  const readiness = await orApiError(client.service.readiness({ ...options, maxRetries: 0 }))
  const found = token ? await orApiError(client.organizations.get(undefined, options)) : undefined
  const isReady = !(readiness instanceof ApiError)
  return {
    url,
    from,
    version,
    isReady,
    checks: isReady ? readiness.checks : null,
    problem: isReady ? null : formatProblem(readiness),
    token: token ? maskToken(token) : null,
    organization: found && !(found instanceof ApiError) ? { orgId: found.orgId, name: found.name } : null,
    ...(found instanceof ApiError && { refusal: `${found.status} ${found.code}: ${found.message}` }),
  }
}

/** What the server says no to is part of its status. */
function orApiError<Value>(call: Promise<Value>): Promise<Value | ApiError> {
  return call.catch((error: unknown) => {
    if (error instanceof ApiError) return error
    throw error
  })
}

function formatProblem({ message, details }: ApiError): string {
  const parts = details.map(({ field, message }) => `${field} ${message}`)
  return [message, ...parts].join(' ')
}

function printStatus(
  { url, from }: Server,
  { version, checks, problem, token, organization, refusal }: Status,
) {
  const paint = createPaint(process.stdout)
  const line = (mark: Mark, label: string, text: string) =>
    showStatus({ mark, label, text: cleanText(text) }, paint)
  const lines = [line('good', 'Server', `${url} (${from}), songreel ${version}`)]
  if (checks) {
    const free = formatBytes(checks.disk.freeBytes)
    lines.push(line('good', 'Ready', `database, storage and queue work; ${free} free on disk`))
    const { depth, workers } = checks.queue
    if (workers === undefined) lines.push(line('warning', 'Queue', 'what waits could not be counted'))
    else {
      const hasWorkers = workers > 0
      const who = hasWorkers ? `${workers} ${workers === 1 ? 'worker' : 'workers'}` : 'no worker is alive'
      lines.push(line(hasWorkers ? 'good' : 'warning', 'Queue', `${depth} waiting, ${who}`))
    }
  } else lines.push(line('bad', 'Not ready', problem ?? ''))
  if (organization)
    lines.push(line('good', 'Signed in', `${organization.name} (${organization.orgId}), token ${token}`))
  else
    lines.push(line('bad', 'Not signed in', refusal ?? 'no token; songreel login <url> --token-file <file>'))
  printLines(lines)
}

/** For `export $(songreel status -o env)` and for env files. */
function listVariables({ url, token }: Server): string[] {
  return [`SONGREEL_URL=${url}`, ...(token ? [`SONGREEL_TOKEN=${token}`] : [])]
}
