import type { RefObject } from 'preact'
import { useEffect, useState } from 'preact/hooks'

/** Fewer rows than this are all in the document. */
const MANY = 150
/** Rows kept above and below those in view, so that nobody scrolls into a gap. */
const MARGIN = 40
/** Rows by which the window moves: one for every row would draw all the time. */
const STEP = 10

/** The rows that are in the document, and the room that the others would take. */
export type Window = { from: number; to: number; abovePx: number; belowPx: number }

/** Which of many rows are near the view: ten thousand in the document would make every scroll heavy. */
export function useWindow(count: number, body: RefObject<HTMLElement>): Window {
  const [view, setView] = useState({ from: 0, to: MANY, rowPx: 0 })
  const isMany = count > MANY
  useEffect(() => {
    if (!isMany) return
    let frame = 0
    const look = () => {
      frame = 0
      const next = body.current && measure(body.current)
      if (next) setView((before) => (before.from === next.from && before.to === next.to ? before : next))
    }
    const onScroll = () => {
      frame ||= requestAnimationFrame(look)
    }
    look()
    addEventListener('scroll', onScroll, { passive: true })
    addEventListener('resize', onScroll)
    return () => {
      cancelAnimationFrame(frame)
      removeEventListener('scroll', onScroll)
      removeEventListener('resize', onScroll)
    }
  }, [isMany])
  if (!isMany) return { from: 0, to: count, abovePx: 0, belowPx: 0 }
  const to = Math.min(count, view.to)
  const from = Math.min(view.from, to)
  return { from, to, abovePx: from * view.rowPx, belowPx: (count - to) * view.rowPx }
}

function measure(body: HTMLElement): { from: number; to: number; rowPx: number } | undefined {
  const rows = [...body.querySelectorAll<HTMLElement>(':scope > [data-move]')]
  const [first] = rows
  const last = rows.at(-1)
  if (!first || !last) return undefined
  const rowPx = (last.getBoundingClientRect().bottom - first.getBoundingClientRect().top) / rows.length
  if (rowPx <= 0) return undefined
  const top = Math.max(0, -body.getBoundingClientRect().top) / rowPx
  const from = Math.max(0, Math.floor((top - MARGIN) / STEP) * STEP)
  return { from, to: Math.ceil((top + innerHeight / rowPx + MARGIN) / STEP) * STEP, rowPx }
}
