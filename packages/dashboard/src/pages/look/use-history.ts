import { useCallback, useMemo, useState } from 'preact/hooks'

/** Changes of one thing that follow each other so closely are one. */
const ONE_CHANGE_MS = 800
const MOST_STEPS = 200

type Steps<Value> = { past: Value[]; now: Value; future: Value[]; what?: string | undefined; atMs: number }

/** A value with its past. */
export type History<Value> = {
  now: Value
  canUndo: boolean
  canRedo: boolean
  /** `what` is the thing that changes: typing a word is one step, not one for each letter. */
  change(next: (now: Value) => Value, what?: string): void
  undo(): void
  redo(): void
  /** Begins anew. */
  reset(value: Value): void
}

export function useHistory<Value>(first: Value): History<Value> {
  const [steps, setSteps] = useState<Steps<Value>>({ past: [], now: first, future: [], atMs: 0 })
  const change = useCallback(
    (next: (now: Value) => Value, what?: string) =>
      setSteps((before) => step(before, next(before.now), what)),
    [],
  )
  const undo = useCallback(() => setSteps(goBack), [])
  const redo = useCallback(() => setSteps(goOn), [])
  const reset = useCallback((value: Value) => setSteps({ past: [], now: value, future: [], atMs: 0 }), [])
  return useMemo(
    () => ({
      now: steps.now,
      canUndo: steps.past.length > 0,
      canRedo: steps.future.length > 0,
      change,
      undo,
      redo,
      reset,
    }),
    [steps],
  )
}

function step<Value>(before: Steps<Value>, next: Value, what: string | undefined): Steps<Value> {
  if (next === before.now) return before
  const atMs = performance.now()
  const isSame = what !== undefined && what === before.what && atMs - before.atMs < ONE_CHANGE_MS
  const past =
    isSame && before.past.length > 0 ? before.past : [...before.past, before.now].slice(-MOST_STEPS)
  return { past, now: next, future: [], what, atMs }
}

function goBack<Value>({ past, now, future, ...rest }: Steps<Value>): Steps<Value> {
  const before = past.at(-1)
  if (before === undefined) return { past, now, future, ...rest }
  return { past: past.slice(0, -1), now: before, future: [now, ...future], atMs: 0 }
}

function goOn<Value>({ past, now, future, ...rest }: Steps<Value>): Steps<Value> {
  const [next, ...others] = future
  if (next === undefined) return { past, now, future, ...rest }
  return { past: [...past, now], now: next, future: others, atMs: 0 }
}
