import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { percentileOf } from './medians.ts'
import type { Stack } from './stack.ts'

const CLIENTS = 4
/** Each client asks so often: far below what the API can take, so that only waiting is measured. */
const EVERY_MS = 20

/** How long responses took. */
export type Latency = { p50Ms: number; p99Ms: number; answers: number }

/** Asks for an address at a steady rate, on connections that stay open, and returns how long responses took. */
export async function measureLatency(stack: Stack, where: string, secs: number): Promise<Latency> {
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS })
  const seen: number[] = []
  const endMs = performance.now() + secs * 1000
  const ask = async () => {
    while (performance.now() < endMs) {
      const startedMs = performance.now()
      await get(stack, where, agent)
      const tookMs = performance.now() - startedMs
      seen.push(tookMs)
      await sleep(Math.max(0, EVERY_MS - tookMs))
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, ask))
  agent.destroy()
  return { p50Ms: percentileOf(seen, 50), p99Ms: percentileOf(seen, 99), answers: seen.length }
}

function get({ api, headers }: Stack, where: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const requesting = request(api.url + where, { agent, headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${where} answered ${response.statusCode}`))
      response.resume().on('end', resolve)
    })
    requesting.on('error', reject).end()
  })
}
