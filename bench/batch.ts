import { BATCH, type BatchSpeed, measureSpeed } from './service/batch-speed.ts'
import { measureCreate } from './service/create-cost.ts'
import type { Cost } from './service/interleave.ts'
import { LONG_QUEUE, measureQueue } from './service/queue-cost.ts'
import { measureRender, type RenderCost } from './service/render-cost.ts'
import { MAY_FETCH_HERE } from './service/song-host.ts'
import { withStack } from './service/stack.ts'

const PARTS = ['create', 'line', 'render', 'speed'] as const
type Part = (typeof PARTS)[number]

/** What a batch costs: making it, a long line, the service around the bare engine, and how fast it is made, all in one run. */
export async function run(args: string[]): Promise<void> {
  const named = PARTS.filter((part) => args.includes(part))
  const parts = named.length > 0 ? named : [...PARTS]
  const figures = await withStack(MAY_FETCH_HERE, async (stack) => ({
    ...(parts.includes('render') && { render: await measureRender(stack) }),
    ...(parts.includes('speed') && { speed: await measureSpeed(stack) }),
    ...(parts.includes('create') && { create: await measureCreate(stack) }),
    ...(parts.includes('line') && { line: await measureQueue(stack) }),
  }))
  console.log(args.includes('--json') ? JSON.stringify(figures) : describe(figures, parts))
}

type Figures = {
  create?: Awaited<ReturnType<typeof measureCreate>>
  line?: Awaited<ReturnType<typeof measureQueue>>
  render?: RenderCost[]
  speed?: BatchSpeed
}

function describe({ create, line, render, speed }: Figures, parts: Part[]): string {
  const texts = {
    create: create && describeCreate(create),
    line: line && describeLine(line),
    render: render && describeRender(render),
    speed: speed && describeSpeed(speed),
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

function describeSpeed({ secsPerSec, cpuSecsPerSec, shares }: BatchSpeed): string {
  const stages = Object.entries(shares).map(([stage, share]) => `${stage} ${(100 * share).toFixed(1)} %`)
  return [
    `${BATCH.count} videos of ${BATCH.secs} s, 1080x1920, of a known song, per second of video: ${secsPerSec.toFixed(3)} s wall time (goal: at most 0.33), ${cpuSecsPerSec.toFixed(3)} s CPU`,
    `the time of all cores: ${stages.join(', ')}`,
  ].join('\n')
}
