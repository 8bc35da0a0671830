import { cpuMsOf } from './cpu-time.ts'
import type { Cost } from './interleave.ts'
import type { Stack } from './stack.ts'

/** So many requests are under way at once. */
const AT_ONCE = 4

/** Processor time of one request, in the API's process and in PostgreSQL's, over so many of them. */
export async function requestCost(
  stack: Stack,
  times: number,
  request: () => Promise<unknown>,
): Promise<Cost> {
  const before = { api: cpuMsOf(stack.api.pid), postgres: stack.postgresCpuMs() }
  let left = times
  const send = async () => {
    while (left-- > 0) await request()
  }
  await Promise.all(Array.from({ length: AT_ONCE }, send))
  return {
    apiMs: (cpuMsOf(stack.api.pid) - before.api) / times,
    postgresMs: (stack.postgresCpuMs() - before.postgres) / times,
  }
}

/** A batch in the inline form: artist, album and song are made with it. */
export function aBatch(renders: number, audioUrl = 'https://cdn.example.com/song.mp3') {
  return {
    artist: { name: 'Odalys Wren' },
    media: { name: 'Tin Lanterns', audioUrl },
    renders: Array.from({ length: renders }, () => ({ contentId: 'BASE_BASIC_UNIFIED' })),
  }
}
