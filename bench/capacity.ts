import { type Arena, withArena } from './capacity/database.ts'
import { measurePace, type Pace } from './capacity/empty-renders.ts'
import { fillRenders, prepareFilling } from './capacity/fill-rows.ts'
import { type Look, look } from './capacity/look.ts'
import { BATCH_DAYS, FAST_AUTOVACUUM, liveYear, type Month } from './capacity/year.ts'

const SIZES = {
  usual: { renders: 400, rows: [1000, 10_000, 50_000], year: 60_000 },
  full: { renders: 1500, rows: [1000, 10_000, 100_000, 1_000_000], year: 1_000_000 },
}
const WORKERS = [1, 8, 64]
/** With which the tables of each size are tried. */
const USUAL_WORKERS = 8

type Grown = { work: Pace } & Look

const PARTS = ['workers', 'rows', 'year'] as const

/**
 * How much one PostgreSQL carries: renders that take no time, by workers and by rows; and a year with purge (`--full`: up to a
 * million). `workers`, `rows` and `year` run one part alone.
 */
export async function run(args: string[]): Promise<void> {
  const size = SIZES[args.includes('--full') ? 'full' : 'usual']
  const asked = PARTS.filter((part) => args.includes(part))
  const isAsked = (part: (typeof PARTS)[number]) => asked.length === 0 || asked.includes(part)
  // A full run takes long: each part is shown when it is there.
  const tell = (lines: string[]) => args.includes('--json') || console.log(`${lines.join('\n')}\n`)
  const paces = isAsked('workers') ? await withArena((arena) => measureWorkers(arena, size.renders)) : []
  if (paces.length > 0) tell(describePaces(paces))
  const grown = isAsked('rows') ? await withArena((arena) => measureGrowth(arena, size)) : []
  if (grown.length > 0) tell(describeGrowth(grown))
  const months = isAsked('year') ? await measureYear(size.year, tell) : []
  if (args.includes('--json')) console.log(JSON.stringify({ paces, grown, months }))
}

async function measureYear(renders: number, tell: (lines: string[]) => unknown): Promise<Month[]> {
  tell([YEAR_HEAD])
  return withArena(async (arena) => {
    const seat = await arena.openSeat(false)
    await prepareFilling(arena.admin)
    const plan = { renders, tell: (month: Month) => tell(describeMonth(month)) }
    return liveYear(arena, seat, plan).finally(() => seat.close())
  }, FAST_AUTOVACUUM)
}

async function measureWorkers(arena: Arena, renders: number) {
  const paces: Awaited<ReturnType<typeof measurePace>>[] = []
  // Plans and caches are warm then.
  await measurePace(arena, { workers: USUAL_WORKERS, renders: 50 })
  for (const workers of WORKERS) paces.push(await measurePace(arena, { workers, renders }))
  return paces
}

async function measureGrowth(arena: Arena, { rows, renders }: (typeof SIZES)['full']): Promise<Grown[]> {
  const { admin } = arena
  await prepareFilling(admin)
  const grown: Grown[] = []
  let filled = 0
  for (const count of rows) {
    const first = 2_000_000_000 + filled
    await fillRenders(admin, { first, count: count - filled, fromDaysAgo: 365, toDaysAgo: 1 })
    filled = count
    await admin.query('vacuum (analyze)')
    const seat = await arena.openSeat(false)
    const seen = await look(admin, seat).finally(() => seat.close())
    const { work } = await measurePace(arena, { workers: USUAL_WORKERS, renders })
    grown.push({ work, ...seen })
  }
  return grown
}

function describePaces(paces: { order: Pace; work: Pace }[]): string[] {
  const head =
    'workers  ordered/s  finished/s  ms of PostgreSQL: an order of 5, a render  ms of the workers a render'
  const rows = paces.map(({ order, work }) =>
    [
      String(work.workers).padStart(7),
      show(order.renders / order.secs, 0).padStart(9),
      show(work.renders / work.secs, 0).padStart(10),
      show((order.postgresMs / order.renders) * 5).padStart(28),
      show(work.postgresMs / work.renders).padStart(8),
      show(work.clientMs / work.renders).padStart(26),
    ].join('  '),
  )
  return [head, ...rows]
}

function describeGrowth(grown: Grown[]): string[] {
  const head = `   rows  finished/s  PostgreSQL ms  ${LOOK_HEAD}      (${USUAL_WORKERS} workers)`
  return [
    head,
    ...grown.map(({ work, ...seen }) =>
      [
        String(seen.rows).padStart(7),
        show(work.renders / work.secs, 0).padStart(10),
        show(work.postgresMs / work.renders).padStart(13),
        showLook(seen),
      ].join('  '),
    ),
  ]
}

const YEAR_HEAD = `A year; batches are kept for ${BATCH_DAYS} days. Milliseconds are p50/p99; MB are tables + indexes.`

function describeMonth(month: Month): string[] {
  const calls = (['claim', 'finish', 'list', 'purge'] as const).map(
    (name) => `${name} ${show(month[name].p50)}/${show(month[name].p99)}`,
  )
  const others = `order ${show(month.orderMs)}, read ${show(month.readMs)}, usage ${show(month.usageMs)}, quota ${show(month.quotaMs)}`
  return [
    `month ${month.month}: ${show(month.secs, 0)} s; ${month.purged} rows purged in ${month.parts} parts; ms: ${calls.join(', ')}; ${others}`,
    ...month.tables.map(
      ({ name, rows, tableMb, indexMb, dead, autovacuums }) =>
        `  ${name.padEnd(18)} ${String(rows).padStart(8)} rows  ${show(tableMb).padStart(6)} + ${show(indexMb).padStart(6)} MB  ${String(dead).padStart(6)} dead  ${autovacuums} autovacuums`,
    ),
  ]
}

const LOOK_HEAD = 'ms: order   list   read  usage  quota  MB: tables  indexes'

function showLook({ orderMs, listMs, readMs, usageMs, quotaMs, tableMb, indexMb }: Look): string {
  const times = [orderMs, listMs, readMs, usageMs, quotaMs].map((ms) => show(ms).padStart(5)).join('  ')
  return `    ${times}  ${show(tableMb, 0).padStart(10)}  ${show(indexMb, 0).padStart(7)}`
}

function show(value: number, digits = 1): string {
  return value.toFixed(digits)
}
