import { measureCreate } from './service/create-cost.ts'
import type { Cost } from './service/interleave.ts'
import { LONG_QUEUE, measureQueue } from './service/queue-cost.ts'
import { measureRender, type RenderCost } from './service/render-cost.ts'
import { withStack } from './service/stack.ts'

const PARTS = ['create', 'line', 'render'] as const
type Part = (typeof PARTS)[number]

/** What a batch costs: making it, a long line, and the service around the bare engine, all in one run. */
export async function run(args: string[]): Promise<void> {
  const named = PARTS.filter((part) => args.includes(part))
  const parts = named.length > 0 ? named : [...PARTS]
  const figures = await withStack({}, async (stack) => ({
    ...(parts.includes('render') && { render: await measureRender(stack) }),
    ...(parts.includes('create') && { create: await measureCreate(stack) }),
    ...(parts.includes('line') && { line: await measureQueue(stack) }),
  }))
  console.log(args.includes('--json') ? JSON.stringify(figures) : describe(figures, parts))
}

type Figures = {
  create?: Awaited<ReturnType<typeof measureCreate>>
  line?: Awaited<ReturnType<typeof measureQueue>>
  render?: RenderCost[]
}

function describe({ create, line, render }: Figures, parts: Part[]): string {
  const texts = {
    create: create && describeCreate(create),
    line: line && describeLine(line),
    render: render && describeRender(render),
  }
  return parts.map((part) => texts[part]).join('\n\n')
}

const ms = (value: number) => `${value.toFixed(2)} ms`
const times = (value: number) => `${value.toFixed(2)} times`
const sum = ({ apiMs, postgresMs }: Cost) => apiMs + postgresMs

function describeCreate({ artist, batch }: NonNullable<Figures['create']>): string {
  return [
    'CPU of one request            API     PostgreSQL',
    `POST artist                ${ms(artist.apiMs)}    ${ms(artist.postgresMs)}`,
    `POST batch with 10 renders ${ms(batch.apiMs)}    ${ms(batch.postgresMs)}`,
    `the batch in artists, API: ${times(batch.apiMs / artist.apiMs)} (goal: at most 5); with PostgreSQL: ${times(sum(batch) / sum(artist))}`,
  ].join('\n')
}

function describeLine({ short, long }: NonNullable<Figures['line']>): string {
  return [
    `${LONG_QUEUE} renders in line     short line   long line`,
    `POST batch, API CPU        ${ms(short.create.apiMs)}    ${ms(long.create.apiMs)}, ${times(long.create.apiMs / short.create.apiMs)} (goal: at most 2)`,
    `POST batch, PostgreSQL CPU ${ms(short.create.postgresMs)}    ${ms(long.create.postgresMs)}, ${times(long.create.postgresMs / short.create.postgresMs)}`,
    `claim, wall time           ${ms(short.claimMs)}    ${ms(long.claimMs)}, ${times(long.claimMs / short.claimMs)} (goal: at most 2)`,
  ].join('\n')
}

function describeRender(costs: RenderCost[]): string {
  const secs = (value: number) => `${(value / 1000).toFixed(2)} s`.padStart(7)
  return [
    'CPU of one video 1080x1920   engine   worker       API   PostgreSQL   service in bare engines (goal: at most 1.10)',
    ...costs.map(
      ({ secs: length, engineMs, workerMs, apiMs, postgresMs, ratio }) =>
        `${length} s long, song and cover new ${[engineMs, workerMs, apiMs, postgresMs].map(secs).join('  ')}      ${times(ratio)}`,
    ),
  ].join('\n')
}
