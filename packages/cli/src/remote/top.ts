import type { Songreel, Workload } from '@songreel/sdk'
import { EXIT, type ExitCode } from '../cli-error.ts'
import { createPaint } from '../print.ts'
import { printJson, printLines } from './print-records.ts'
import { openScreen, type Screen } from './screen.ts'
import { showWorkload } from './show-workload.ts'

/** How the view is asked for. */
export type TopFlags = { once?: boolean; json?: boolean; output?: string }

type Context = { client: Songreel; url: string; flags: TopFlags; intervalMs: number; signal: AbortSignal }

/** `songreel top`: what waits, who makes what and how fast, live; once and plainly where there is no terminal. */
export async function showTop({ client, url, flags, intervalMs, signal }: Context): Promise<ExitCode> {
  const first = await client.service.workload({ signal })
  if (flags.json || flags.output === 'json') {
    printJson(first)
    return EXIT.ok
  }
  const isLive = !flags.once && process.stdout.isTTY && process.stdin.isTTY
  if (!isLive) {
    printLines(
      showWorkload(first, { url, paint: createPaint(process.stdout), columns: process.stdout.columns }),
    )
    return EXIT.ok
  }
  const left = new AbortController()
  const screen = openScreen({ onQuit: () => left.abort() })
  try {
    await follow({ client, url, intervalMs, screen, first, signal: AbortSignal.any([signal, left.signal]) })
  } finally {
    screen.close()
  }
  return EXIT.ok
}

type Follow = Pick<Context, 'client' | 'url' | 'intervalMs' | 'signal'> & { screen: Screen; first: Workload }

async function follow({ client, url, intervalMs, screen, first, signal }: Follow): Promise<void> {
  const paint = createPaint(process.stdout)
  let latest = first
  let problem: string | undefined
  const draw = () =>
    screen.draw((columns) => showWorkload(latest, { url, paint, columns, problem, isLive: true }))
  screen.onResize(draw)
  while (!signal.aborted) {
    draw()
    await rest(intervalMs, signal)
    if (signal.aborted) return
    try {
      // One that is late is of no use: the next look asks again.
      latest = await client.service.workload({ signal, maxRetries: 0 })
      problem = undefined
    } catch (error) {
      problem = `The server does not respond; this is how it was. ${(error as Error).message}`
    }
  }
}

function rest(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end, { once: true })
    if (signal.aborted) end()
  })
}
