import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { cpuMsOf, memoryMbOf } from './service/cpu-time.ts'
import { openEventClients, openSlowClients } from './service/event-clients.ts'
import { type Latency, measureLatency } from './service/latency.ts'
import { aBatch } from './service/request-cost.ts'
import { MAY_FETCH_HERE, startSongHost } from './service/song-host.ts'
import { type Stack, withStack } from './service/stack.ts'
import { equalVideos, prepareSong } from './service/videos.ts'

/** Of ten videos each: more than can be made in the time. */
const BATCHES = 3
const EVENT_CLIENTS = 2000
const SLOW_CLIENTS = 200
/** Heartbeats come every 15 seconds. */
const HEARTBEAT_SECS = 17
const REST_SECS = 5

/** How the API responds while all cores render, and with thousands of clients that only listen, or hardly send. */
export async function run(args: string[]): Promise<void> {
  const rendering = await withStack({ ...MAY_FETCH_HERE, SONGREEL_ROLE: 'all' }, measureWhileRendering)
  const clients = await withStack({}, measureWithClients)
  const figures = { rendering, clients }
  console.log(args.includes('--json') ? JSON.stringify(figures) : describe(figures))
}

/** One process that is API and worker, as `npm start` gives it, with as many renders at once as it chooses. */
async function measureWhileRendering(stack: Stack) {
  const host = await startSongHost(stack.folder)
  const mediaId = await prepareSong(stack, host)
  const { batchId: readId } = await stack.call(
    'POST',
    '/v1/batches',
    equalVideos(mediaId, { count: 10, secs: 15 }),
  )
  await stack.call('POST', `/v1/batches/${readId}/cancel`)
  const where = `/v1/batches/${readId}`
  await measureLatency(stack, where, 8)
  const idle = await measureLatency(stack, where, 10)
  const batchIds: string[] = []
  for (let made = 0; made < BATCHES; made++)
    batchIds.push(
      (await stack.call('POST', '/v1/batches', equalVideos(mediaId, { count: 10, secs: 15 }))).batchId,
    )
  await sleep(3000)
  const coresBefore = readCores()
  const busy = await measureLatency(stack, where, 25)
  const busyShare = shareOf(coresBefore, readCores())
  for (const batchId of batchIds) await stack.call('POST', `/v1/batches/${batchId}/cancel`)
  host.stop()
  return { idle, busy, busyShare, ratio: busy.p99Ms / idle.p99Ms }
}

async function measureWithClients(stack: Stack) {
  const batchIds: string[] = []
  for (let made = 0; made < 20; made++)
    batchIds.push((await stack.call('POST', '/v1/batches', aBatch(10))).batchId)
  const where = `/v1/batches/${batchIds[0]}`
  await measureLatency(stack, where, 8)
  const idle = await measureLatency(stack, where, 8)
  const memoryBeforeMb = memoryMbOf(stack.api.pid)
  const clients = await openEventClients(stack, batchIds, EVENT_CLIENTS)
  for (let waited = 0; waited < 20 && clients.told() < EVENT_CLIENTS; waited++) await sleep(1000)
  await sleep(3000)
  const memoryKbPerClient = ((memoryMbOf(stack.api.pid) - memoryBeforeMb) * 1024) / EVENT_CLIENTS
  const cpuBeforeMs = cpuMsOf(stack.api.pid)
  await sleep(REST_SECS * 1000)
  const restCpuShare = (cpuMsOf(stack.api.pid) - cpuBeforeMs) / (REST_SECS * 1000)
  const listening = await measureLatency(stack, where, HEARTBEAT_SECS - REST_SECS)
  const told = clients.told()
  const alive = clients.alive()
  clients.close()
  const slow = openSlowClients(stack, SLOW_CLIENTS)
  const withSlow = await measureLatency(stack, where, 8)
  slow.close()
  return { idle, listening, withSlow, told, alive, memoryKbPerClient, restCpuShare }
}

type Cores = { busy: number; all: number }

/** The first line of /proc/stat: user, nice, system, idle, iowait ... of all cores. */
function readCores(): Cores {
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n')
  const ticks = line.split(/\s+/).slice(1).map(Number)
  const [, , , idle = 0, waiting = 0] = ticks
  const all = ticks.reduce((sum, value) => sum + value, 0)
  return { busy: all - idle - waiting, all }
}

function shareOf(before: Cores, after: Cores): number {
  return (after.busy - before.busy) / (after.all - before.all)
}

type Figures = {
  rendering: Awaited<ReturnType<typeof measureWhileRendering>>
  clients: Awaited<ReturnType<typeof measureWithClients>>
}

function describe({ rendering, clients }: Figures): string {
  const line = (name: string, { p50Ms, p99Ms, answers }: Latency) =>
    `${name.padEnd(40)} p50 ${p50Ms.toFixed(1)} ms   p99 ${p99Ms.toFixed(1)} ms   ${answers} answers`
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`
  return [
    line('GET batch, idle', rendering.idle),
    line(`GET batch, cores ${percent(rendering.busyShare)} busy`, rendering.busy),
    `p99 is ${rendering.ratio.toFixed(1)} times its idle value (goal: under 10)`,
    '',
    line('GET batch, idle', clients.idle),
    line(`GET batch, ${EVENT_CLIENTS} event streams open`, clients.listening),
    line(`GET batch, ${SLOW_CLIENTS} clients at 1 byte a second`, clients.withSlow),
    `${clients.told} of ${EVENT_CLIENTS} were told their batch, ${clients.alive} got a heartbeat; ${clients.memoryKbPerClient.toFixed(1)} KB a client, ${percent(clients.restCpuShare)} of a core at rest`,
  ].join('\n')
}
