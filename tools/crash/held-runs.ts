import type { Stack } from './start-stack.ts'

/** A run that a process held when it was killed or stopped. */
export type HeldRun = { renderId: string; fence: number }

/** Where a run that was held by a lost worker is now. */
export type RunState = {
  /** When another run claimed the render. */
  takenMs: number | null
  /** Nobody will claim it any more. */
  isFinal: boolean
  status: string
}

/** The runs that a process holds. */
export function listHeldRuns({ query }: Stack, pid: number): Promise<HeldRun[]> {
  return query<HeldRun>(
    `select render_id as "renderId", fence::float8 as fence from crash.holders join renders using (render_id, fence)
     where holder = $1 and is_claim and status in ('COLLECTING_ASSETS', 'RENDERING', 'UPLOADING')`,
    [`songreel ${pid}`],
  )
}

/** Looks whether a later run has claimed the render, directly or after it had gone back to the queue. */
export async function readRunState({ query }: Stack, { renderId, fence }: HeldRun): Promise<RunState> {
  const [state] = await query<RunState>(
    `select (select extract(epoch from min(at))::float8 * 1000 from crash.holders h
             where h.render_id = r.render_id and h.fence > $2 and is_claim) as "takenMs",
            finished_at is not null as "isFinal", status
     from renders r where render_id = $1`,
    [renderId, fence],
  )
  return state!
}
