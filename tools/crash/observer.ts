import { setTimeout as sleep } from 'node:timers/promises'
import type { Render } from '@songreel/contract'
import type { Caller } from './caller.ts'

const LOOK_EVERY_MS = 400
const RANKS = {
  PENDING: 0,
  COLLECTING_ASSETS: 1,
  RENDERING: 2,
  UPLOADING: 3,
  COMPLETED: 4,
  FAILED: 4,
  CANCELED: 4,
} as const

type Seen = Pick<Render, 'attempt' | 'progress' | 'status'>

/** Follows all renders through the API, as a dashboard would. */
export type Observer = {
  /** Renders that were not final at the last look. */
  openCount(): number
  looks(): number
  stop(): Promise<void>
}

/** Looks at the newest renders again and again; what a client must never see is a finding. */
export function startObserver(call: Caller, onFinding: (finding: string) => void): Observer {
  const seen = new Map<string, Seen>()
  let isStopping = false
  let openCount = 0
  let looks = 0

  async function look(): Promise<void> {
    const response = await call('GET', '/v1/renders?limit=100')
    if (response?.status !== 200) return
    const renders = response.body.data.items as Render[]
    for (const render of renders) {
      const before = seen.get(render.renderId)
      const problem = before && findProblem(before, render)
      if (problem)
        onFinding(
          `${render.renderId}: ${problem}: ${JSON.stringify(before)} then ${JSON.stringify(pick(render))}`,
        )
      seen.set(render.renderId, pick(render))
    }
    openCount = renders.filter(({ status }) => RANKS[status] < 4).length
    looks++
  }

  async function follow(): Promise<void> {
    while (!isStopping) {
      await look()
      await sleep(LOOK_EVERY_MS)
    }
  }

  const following = follow()
  return {
    openCount: () => openCount,
    looks: () => looks,
    async stop() {
      isStopping = true
      await following
    },
  }
}

function findProblem(before: Seen, now: Seen): string | undefined {
  if (before.status === 'COMPLETED' && now.status !== 'COMPLETED') return 'a completed render changed'
  if (now.attempt < before.attempt) return 'the attempt fell'
  if (now.attempt > before.attempt) return undefined
  if (now.progress < before.progress) return 'progress fell within an attempt'
  return RANKS[now.status] < RANKS[before.status] ? 'the status went back within an attempt' : undefined
}

function pick({ attempt, progress, status }: Render): Seen {
  return { attempt, progress, status }
}
