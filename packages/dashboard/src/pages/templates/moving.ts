import { signal } from '@preact/signals'

/** The server makes two previews at once, and somebody may be drawing one: more would only be refused. */
const LOADS_AT_ONCE = 1

/** Whether previews move: one switch for all. People who asked for less motion start with it off. */
export const isMoving = signal(!matchMedia('(prefers-reduced-motion: reduce)').matches)

let loading = 0
const waiting: (() => void)[] = []

/** Waits until few enough previews are loading; the result says that this one is done. */
export async function takeLoad(): Promise<() => void> {
  if (loading >= LOADS_AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
  loading++
  let isOver = false
  return () => {
    if (isOver) return
    isOver = true
    loading--
    waiting.shift()?.()
  }
}
