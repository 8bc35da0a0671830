import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createCaller } from './crash/caller.ts'
import { checkBatches } from './crash/check-batches.ts'
import { createSong, TINY } from './crash/client.ts'
import { OWN_SOURCES } from './crash/crash-loop.ts'
import { drain } from './crash/drain.ts'
import { openFakeNetwork } from './crash/fake-network.ts'
import { stopInOrder } from './crash/kill-process.ts'
import { createSeededRandom } from './crash/seeded-random.ts'
import { ADMIN_TOKEN, type Stack, startStack } from './crash/start-stack.ts'

// npm run test:quiet [-- --hours 26 --batches 10000]: an API and two workers stand idle for hours, and then get very many
// batches at once. The hours are simulated: everything in the database becomes an hour older, again and again, which is
// what a quiet hour is to whoever compares with now(). Renders after the first of each organization are identical work and
// are linked; everything else is real. One organization has nine tenths of the batches and sends them first; the workers
// sleep until all are there.

const POSTS_AT_ONCE = 16
const SMALL_ORGANIZATIONS = 4
const SMALL_SHARE = 0.025
/** A worker has shown several times by then that it is there, and has looked for work. */
const PAUSE_MS = 4000
/** The janitor sweeps every half minute, and purges with its first sweep. */
const SWEEP_MS = 35_000
const DRAIN_LIMIT_SECS = 600

type Tenant = { name: string; token: string; mediaId: string; count: number }

const { values } = parseArgs({
  options: {
    hours: { type: 'string', default: '26' },
    batches: { type: 'string', default: '10000' },
  },
})
const hours = Number(values.hours)
const total = Number(values.batches)
const findings = new Set<string>()
const onFinding = (finding: string) => void findings.add(finding)
const closers: (() => Promise<void>)[] = []
const random = createSeededRandom(1)
const network = await openFakeNetwork({ after: (end) => closers.push(end) }, random, 0)
const folder = await mkdtemp(join(tmpdir(), 'songreel-quiet-'))
const stack = await startStack({ folder, sourceFolder: OWN_SOURCES, chooseSlowPoints: () => [], onFinding })
try {
  const tenants = await createTenants()
  await passHours()
  await flood(tenants)
  for (const { name, exitCode } of await stack.stopServices())
    if (exitCode !== 0) onFinding(`${name} was stopped in order and ended with code ${exitCode}`)
} catch (error) {
  onFinding((error as Error).stack ?? String(error))
} finally {
  await stack.close(findings.size > 0)
  for (const close of closers.reverse()) await close()
}
for (const finding of findings) say(`! ${finding}`)
say(`${findings.size} findings${findings.size > 0 ? `; logs and database: ${folder}` : ''}`)
process.exit(findings.size > 0 ? 1 : 0)

function caller(token: string) {
  return createCaller(stack.url, token, onFinding)
}

async function createTenants(): Promise<Tenant[]> {
  const small = Math.floor(total * SMALL_SHARE)
  const tenants: Tenant[] = []
  for (let index = 0; index <= SMALL_ORGANIZATIONS; index++) {
    const name = index === 0 ? 'the large one' : `small ${index}`
    const created = await caller(ADMIN_TOKEN)('POST', '/v1/organizations', { name })
    const token: string = created!.body.data.authToken
    const mediaId = await createSong({ call: caller(token), network })
    tenants.push({ name, token, mediaId, count: index === 0 ? total - SMALL_ORGANIZATIONS * small : small })
  }
  const key = { 'Idempotency-Key': 'a key of yesterday' }
  await postBatch(tenants[0]!, 'yesterday', key)
  await settle()
  return tenants
}

async function passHours(): Promise<void> {
  const before = await readFigures(stack)
  const startedMs = performance.now()
  for (let hour = 0; hour < hours; hour++) {
    await stack.query(await writeAgeing())
    await sleep(PAUSE_MS)
  }
  const idleSecs = (performance.now() - startedMs) / 1000
  const after = await readFigures(stack)
  const perSec = (after.transactions - before.transactions) / idleSecs
  say(`${hours} quiet hours in ${Math.round(idleSecs)} s: ${perSec.toFixed(1)} transactions a second`)
  say(`before: ${JSON.stringify(before)}\nafter:  ${JSON.stringify(after)}`)
  // As at a nightly restart. A worker purges with its first sweep.
  for (const worker of stack.workers) await stopInOrder(worker, worker.name)
  await stack.untilReady()
  await sleep(SWEEP_MS)
  const [{ keys }] = await stack.query('select count(*)::int as keys from idempotency_keys')
  if (hours > 25 && keys > 0) onFinding(`${keys} Idempotency-Keys are older than 24 hours`)
  const [{ lost }] = await stack.query(
    `select count(*)::int as lost from outputs where deleted_at is not null or expires_at < now()`,
  )
  if (lost > 0) onFinding(`${lost} finished files were deleted within their time`)
}

/** Every moment that a row names becomes an hour older. */
async function writeAgeing(): Promise<string> {
  const columns = await stack.query<{ name: string; moment: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name, quote_ident(a.attname) as moment
     from pg_class c join pg_namespace n on n.oid = relnamespace join pg_attribute a on a.attrelid = c.oid
     where nspname in ('public', 'pgboss') and relkind in ('r', 'p') and not relispartition and attnum > 0
       and atttypid = 'timestamptz'::regtype and attgenerated = '' and not attisdropped`,
  )
  const tables = Map.groupBy(columns, ({ name }) => name)
  return [...tables]
    .map(([name, all]) => {
      const changes = all.map(({ moment }) => `${moment} = ${moment} - interval '1 hour'`)
      return `update ${name} set ${changes.join(', ')}`
    })
    .join(';\n')
}

async function flood(tenants: Tenant[]): Promise<void> {
  const startedMs = performance.now()
  const asked: { ref: string; batchIds: Set<string> }[] = []
  const jobs = tenants.flatMap((tenant) => Array.from({ length: tenant.count }, () => tenant))
  const post = async () => {
    for (let tenant = jobs.shift(); tenant; tenant = jobs.shift()) {
      const ref = `batch-${asked.length + 1}`
      const entry = { ref, batchIds: new Set<string>() }
      asked.push(entry)
      const response = await postBatch(tenant, ref)
      if (response?.status === 201) entry.batchIds.add(response.body.data.batchId)
      else onFinding(`${ref} was not acknowledged: ${response?.status}`)
    }
  }
  // Nobody takes anything before all of it is there: it is the order of a long queue that is looked at.
  for (const worker of stack.workers) worker.signal('SIGSTOP')
  await Promise.all(Array.from({ length: POSTS_AT_ONCE }, post))
  for (const worker of stack.workers) worker.signal('SIGCONT')
  const createdSecs = (performance.now() - startedMs) / 1000
  say(`${asked.length} batches created in ${createdSecs.toFixed(0)} s`)
  for (const finding of await drain(stack, DRAIN_LIMIT_SECS)) onFinding(finding)
  say(`all of them final after ${((performance.now() - startedMs) / 1000).toFixed(0)} s`)
  for (const finding of await checkBatches(stack.query, asked as never)) onFinding(finding)
  await checkTurns()
}

/** Whoever waits with few must not wait for the many of another: all of theirs end long before half of everything. */
async function checkTurns(): Promise<void> {
  const rows = await stack.query<{
    org: string
    renders: number
    failed: number
    middle: number
    last: number
  }>(
    `select org, count(*)::int as renders, count(*) filter (where status <> 'COMPLETED')::int as failed,
       (percentile_disc(0.5) within group (order by place))::int as middle, max(place)::int as last
     from (select o.name as org, r.status, row_number() over (order by r.finished_at) as place
           from renders r join organizations o using (org_id) where r.created_at > now() - interval '1 hour') as ended
     group by 1 order by 2 desc`,
  )
  for (const { org, renders, failed, middle, last } of rows) {
    say(
      `${org}: ${renders} renders; half of them ended among the first ${middle}, the last as number ${last}`,
    )
    if (failed > 0) onFinding(`${failed} renders of ${org} did not complete`)
  }
  for (const { org, last } of rows.slice(1))
    if (last > total / 2) onFinding(`${org} waited for the one with nine tenths of all batches`)
}

function postBatch({ token, mediaId }: Tenant, ref: string, headers: Record<string, string> = {}) {
  const renders = [{ contentId: 'SNIPPET_WAVEFORM_CARD', videoSettings: TINY }]
  return caller(token)('POST', '/v1/batches', { ref, mediaId, renders }, headers)
}

async function settle(): Promise<void> {
  for (const finding of await drain(stack, DRAIN_LIMIT_SECS)) onFinding(finding)
}

type Figures = { transactions: number; connections: number; jobs: number; memoryMb: number[] }

async function readFigures({ query, api, workers }: Stack): Promise<Figures> {
  const [{ transactions }] = await query(
    'select xact_commit::float8 as transactions from pg_stat_database where datname = current_database()',
  )
  const [{ connections }] = await query(
    'select count(*)::int as connections from pg_stat_activity where datname = current_database()',
  )
  const [{ jobs }] = await query('select count(*)::int as jobs from pgboss.job')
  const memoryMb = await Promise.all([api, ...workers].map((one) => readMemoryMb(one.pid())))
  return { transactions, connections, jobs, memoryMb }
}

async function readMemoryMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024)
}

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}
