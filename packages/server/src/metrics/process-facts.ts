import { performance } from 'node:perf_hooks'
import { Counter, Gauge, type Registry } from 'prom-client'

/** The few figures of the process that operators look at; the library's own set keeps observers running for ever. */
export function addProcessFacts(registry: Registry): void {
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
