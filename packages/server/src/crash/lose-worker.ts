import type { Stack } from './start-stack.ts'
import { waitUntil } from './wait-until.ts'

/** Within this time a killed worker's render runs elsewhere (docs/operations.md). */
const TAKEOVER_LIMIT_SECS = 15
/** A little longer is looked, so that a takeover that comes late is told with its time. */
const LOOK_LIMIT_MS = 25_000
const LOOK_EVERY_MS = 50

/** How long a killed worker's render was in nobody's hands. */
export type Takeover = { renderId: string; secs: number }

type Held = { renderId: string; fence: number }

/** The renders that a process held when it was killed. */
export function listHeld({ ask }: Stack, pid: number): Promise<Held[]> {
  return ask<Held>(
    `select render_id as "renderId", fence::float8 as fence from crash.holders join renders using (render_id, fence)
     where holder = $1 and status in ('COLLECTING_ASSETS', 'RENDERING', 'UPLOADING')`,
    [`songreel ${pid}`],
  )
}

/** Waits until another process has claimed the render; undefined when it was canceled meanwhile. */
export async function waitForTakeover(
  { ask }: Stack,
  { renderId, fence }: Held,
  { lostMs, onFinding }: { lostMs: number; onFinding(finding: string): void },
): Promise<Takeover | undefined> {
  let takenMs: number | undefined
  const look = async () => {
    const [row] = await ask<{ takenMs: number | null; isOver: boolean }>(
      `select (select extract(epoch from at)::float8 * 1000 from crash.holders h
               where h.render_id = r.render_id and h.fence = $2 + 1 and is_takeover) as "takenMs",
              finished_at is not null or r.fence > $2 as "isOver"
       from renders r where render_id = $1`,
      [renderId, fence],
    )
    takenMs = row?.takenMs ?? undefined
    return row?.isOver ?? false
  }
  const isOver = await waitUntil(look, { limitMs: LOOK_LIMIT_MS, everyMs: LOOK_EVERY_MS })
  if (isOver && takenMs === undefined) return undefined
  const secs = ((takenMs ?? Date.now()) - lostMs) / 1000
  if (secs > TAKEOVER_LIMIT_SECS)
    onFinding(
      `render ${renderId} of a killed worker was ${isOver ? 'running' : 'not running'} elsewhere after ${secs} s`,
    )
  return isOver ? { renderId, secs } : undefined
}
