import { ApiError, type BatchDryRun, type BatchInput, type Content } from '@songreel/sdk'
import { useEffect, useRef, useState } from 'preact/hooks'
import { songreel } from '../../client.ts'
import { describeError } from '../../format/describe-error.ts'
import { composeBatch } from './compose-batch.ts'
import { type DraftSong, draft } from './draft.ts'
import { findWaiting } from './song-state.ts'

const TYPING_MS = 400

/** What the server says of a body: that it takes it, or what is wrong, by field. Nothing yet while it is asked. */
type Outcome = { result?: BatchDryRun; problem?: string; errors: Record<string, string> }

/** What it says of a song's batch. */
export type Check = Outcome & { song: DraftSong }

const NOTHING: Outcome = {
  problem:
    'None of the templates can be made of this song. Add its lyrics or clips, or choose another template.',
  errors: {},
}

/** Has the batch of every song checked whose files are there; after a change, only what is different. */
export function useDryRuns(templates: Content[]): Check[] {
  const outcomes = useRef(new Map<string, Outcome>())
  const [, redraw] = useState(0)
  const songs = draft.value.songs.filter((song) => !findWaiting(song))
  const bodies = songs.map((song, index) => composeChecked(song, templates, index === 0))
  const keys = bodies.map((body) => JSON.stringify(body))
  useEffect(() => {
    const ended = new AbortController()
    const run = async () => {
      for (const [index, body] of bodies.entries()) {
        const key = keys[index] ?? ''
        if (outcomes.current.has(key) || body.renders.length === 0) continue
        const outcome = await check(body, ended.signal)
        if (ended.signal.aborted) return
        outcomes.current.set(key, outcome)
        redraw((count) => count + 1)
      }
    }
    const timer = setTimeout(run, outcomes.current.size > 0 ? TYPING_MS : 0)
    return () => {
      clearTimeout(timer)
      ended.abort()
    }
  }, [keys.join('\n')])
  return songs.map((song, index) => {
    const isEmpty = templates.length > 0 && bodies[index]?.renders.length === 0
    const outcome = isEmpty ? NOTHING : (outcomes.current.get(keys[index] ?? '') ?? { errors: {} })
    return song.problem
      ? { ...outcome, song, result: undefined, problem: song.problem }
      : { ...outcome, song }
  })
}

/** What is the same for all songs is checked with the first, so that a letter typed does not have forty checked again. */
function composeChecked(song: DraftSong, templates: Content[], isFirst: boolean): BatchInput {
  const shared = isFirst ? draft.value : { ...draft.value, ref: '', webhookUrl: '' }
  return composeBatch(shared, song, templates)
}

async function check(body: BatchInput, signal: AbortSignal): Promise<Outcome> {
  try {
    return { result: await songreel.batches.dryRun(body, { signal }), errors: {} }
  } catch (error) {
    const details = error instanceof ApiError ? error.details : []
    const errors = Object.fromEntries(details.map(({ field, message }) => [field, message]))
    return { problem: describeError(error), errors }
  }
}
