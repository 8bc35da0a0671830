import { performance } from 'node:perf_hooks'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { JOBS } from '../queue/all-jobs.ts'
import { findOldestWaits } from '../queue/oldest-wait.ts'
import type { Services } from '../services.ts'
import { VERSION } from '../version.ts'

/** From a look into memory to a slow write; above that only the count matters. */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

/** Takes the time of one answer. */
export type ObserveAnswer = (
  labels: { route: string; method: string; status: number },
  durationSecs: number,
) => void

/** The figures of one process: answers by route, method and status, the queue, the process. No label ever holds an id. */
export function createMetrics(services: Services): { registry: Registry; observe: ObserveAnswer } {
  const registry = new Registry()
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'How long answers took, by route.',
    labelNames: ['route', 'method', 'status'],
    buckets: SECONDS,
    registers: [registry],
  })
  addServiceFacts(registry, services)
  addProcessFacts(registry)
  return { registry, observe: (labels, durationSecs) => durations.observe(labels, durationSecs) }
}

function addServiceFacts(registry: Registry, { queue, db, log }: Services): void {
  const registers = [registry]
  new Gauge({
    name: 'songreel_build_info',
    help: 'The running version.',
    labelNames: ['version', 'node'],
    registers,
  }).set({ version: VERSION, node: process.versions.node }, 1)
  new Gauge({
    name: 'songreel_queue_depth',
    help: 'Jobs that wait, by kind.',
    labelNames: ['queue'],
    registers,
    async collect() {
      try {
        this.reset()
        for (const [name, depth] of Object.entries(await queue.depths())) this.set({ queue: name }, depth)
      } catch (error) {
        // Figures of this process are worth having even while the database is away.
        log.warn({ err: error }, 'queue depth not measured')
      }
    },
  })
  new Gauge({
    name: 'songreel_queue_oldest_wait_seconds',
    help: 'How long the oldest job that could run has waited, by kind.',
    labelNames: ['queue'],
    registers,
    async collect() {
      try {
        const waits = await findOldestWaits(db)
        for (const { name } of JOBS) this.set({ queue: name }, waits[name] ?? 0)
      } catch (error) {
        this.reset()
        log.warn({ err: error }, 'oldest job not found')
      }
    },
  })
}

/** The few figures of the process that operators look at; the library's own set keeps observers running for ever. */
function addProcessFacts(registry: Registry): void {
  const registers = [registry]
  new Gauge({
    name: 'process_resident_memory_bytes',
    help: 'Memory of this process.',
    registers,
    collect() {
      this.set(process.memoryUsage.rss())
    },
  })
  new Counter({
    name: 'process_cpu_seconds_total',
    help: 'Processor time of this process.',
    registers,
    collect() {
      const { user, system } = process.cpuUsage()
      this.reset()
      this.inc((user + system) / 1e6)
    },
  })
  new Gauge({
    name: 'process_start_time_seconds',
    help: 'When this process started, as Unix time.',
    registers,
  }).set(Math.round(Date.now() / 1000 - process.uptime()))
  addEventLoopFact(registry)
}

function addEventLoopFact(registry: Registry): void {
  let before = performance.eventLoopUtilization()
  new Gauge({
    name: 'nodejs_eventloop_utilization',
    help: 'Share of time in which the event loop was busy, since the last look.',
    registers: [registry],
    collect() {
      const now = performance.eventLoopUtilization()
      this.set(performance.eventLoopUtilization(now, before).utilization)
      before = now
    },
  })
}
