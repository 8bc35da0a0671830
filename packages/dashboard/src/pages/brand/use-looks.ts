import { ApiError, type Content, type PreviewInput, type PreviewWarning } from '@songreel/sdk'
import { useEffect, useRef, useState } from 'preact/hooks'
import { songreel } from '../../client.ts'
import { describeError } from '../../format/describe-error.ts'

/** Colours are dragged and words typed: a change is drawn when it stands still for so long. */
const CHANGING_MS = 150
/** As many as the server draws at once for an organization. */
const AT_ONCE = 2

/** A look as it was drawn last. */
export type DrawnLook = {
  url?: string
  warnings: PreviewWarning[]
  /** Why it could not be drawn, and of which field of the brand that is. */
  problem?: { message: string; field?: string }
  /** What it was drawn from. */
  key: string
}

export type LooksDrawing = {
  looks: ReadonlyMap<string, DrawnLook>
  /** How many of those that are wanted show the latest change, which is known by `key`. */
  doneCount: number
  key: string
}

/**
 * Draws looks again whenever what they show changes. The newest change wins: what is still being drawn for an older one is given
 * up, on the server too. A picture stays until the next one is there, and the one that has waited longest comes first.
 */
export function useLooks(
  templates: Content[],
  input: PreviewInput | undefined,
  toData: (template: Content) => PreviewInput['requiredData'],
): LooksDrawing {
  const [looks, setLooks] = useState<ReadonlyMap<string, DrawnLook>>(new Map())
  const current = useRef(looks)
  current.current = looks
  const isFirst = useRef(true)
  const key = JSON.stringify(input) ?? ''
  const ids = templates.map(({ contentId }) => contentId)
  useEffect(() => {
    if (!input || templates.length === 0) return
    const ended = new AbortController()
    const { signal } = ended
    const draw = async (template: Content) => {
      const before = current.current.get(template.contentId)
      const wanted = { ...input, requiredData: toData(template) }
      const next = await drawLook(template.contentId, wanted, { signal, before })
      if (!signal.aborted) setLooks((all) => put(all, template.contentId, { ...next, key }))
    }
    const start = () => void drawAll(sortByAge(templates, current.current, key), draw, signal)
    const timer = setTimeout(start, isFirst.current ? 0 : CHANGING_MS)
    isFirst.current = false
    return () => {
      clearTimeout(timer)
      ended.abort()
    }
  }, [key, ids.join()])
  useEffect(() => () => freeAll(current.current), [])
  return { looks, key, doneCount: ids.filter((id) => looks.get(id)?.key === key).length }
}

/** Those that show the change already are left out; a map keeps the order in which its entries were drawn. */
function sortByAge(templates: Content[], looks: ReadonlyMap<string, DrawnLook>, key: string): Content[] {
  const drawn = [...looks.keys()]
  return templates
    .filter(({ contentId }) => looks.get(contentId)?.key !== key)
    .toSorted((a, b) => drawn.indexOf(a.contentId) - drawn.indexOf(b.contentId))
}

async function drawAll(
  templates: Content[],
  draw: (template: Content) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const waiting = [...templates]
  const work = async () => {
    for (let next = waiting.shift(); next && !signal.aborted; next = waiting.shift()) await draw(next)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
}

type Drawing = { signal: AbortSignal; before: DrawnLook | undefined }

async function drawLook(
  contentId: string,
  input: PreviewInput,
  { signal, before }: Drawing,
): Promise<Omit<DrawnLook, 'key'>> {
  try {
    const still = await songreel.contents.preview(contentId, input, { signal })
    const url = URL.createObjectURL(still)
    if (before?.url) setTimeout(() => URL.revokeObjectURL(before.url ?? ''), FREED_AFTER_MS)
    return { url, warnings: still.warnings }
  } catch (error) {
    return { ...before, warnings: [], problem: readProblem(error) }
  }
}

/** The browser still shows the old picture for a moment. */
const FREED_AFTER_MS = 1000

function readProblem(error: unknown): NonNullable<DrawnLook['problem']> {
  const [detail] = error instanceof ApiError ? error.details : []
  const field = detail?.field.replace(/^brand\./, '')
  return { message: detail?.message ?? describeError(error), ...(field && { field }) }
}

function put(
  all: ReadonlyMap<string, DrawnLook>,
  contentId: string,
  look: DrawnLook,
): ReadonlyMap<string, DrawnLook> {
  const next = new Map(all)
  // Deleted first, so that it comes last.
  next.delete(contentId)
  return next.set(contentId, look)
}

function freeAll(looks: ReadonlyMap<string, DrawnLook>): void {
  for (const { url } of looks.values()) if (url) URL.revokeObjectURL(url)
}
