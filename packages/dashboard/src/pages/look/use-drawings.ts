import { ApiError, type LookDrawing, type PreviewInput } from '@songreel/sdk'
import { useEffect, useState } from 'preact/hooks'
import { songreel } from '../../client.ts'
import { describeError } from '../../format/describe-error.ts'
import type { LookDraft } from './look-draft.ts'

const TYPING_MS = 120

/** What is wrong with a look, by its path in the JSON. */
export type LookFault = { path: string; message: string }

/** What is drawn: a look with a song, in some shapes; the first is looked at most. */
export type Wanted = { look: LookDraft; input: PreviewInput; shapes: string[] }

/** The latest pictures, and what stands in the way of newer ones. */
export type Drawings = {
  byShape: Record<string, LookDrawing>
  /** The shapes that are still of an older look. */
  waiting: string[]
  faults: LookFault[]
  /** Anything that is no fault of the look. */
  problem?: { code: string; text: string } | undefined
}

const NOTHING: Drawings = { byShape: {}, waiting: [], faults: [] }

/** The engine's pictures of a look in its shapes, after every change; newer ones win, and older ones are given up on the server, too. */
export function useDrawings(wanted: Wanted | undefined): Drawings {
  const [drawings, setDrawings] = useState(NOTHING)
  const key = JSON.stringify(wanted)
  useEffect(() => {
    if (!wanted) return
    const ended = new AbortController()
    setDrawings((before) => ({ ...before, waiting: wanted.shapes }))
    const timer = setTimeout(() => void drawAll(wanted, ended.signal, setDrawings), TYPING_MS)
    return () => {
      clearTimeout(timer)
      ended.abort()
    }
  }, [key])
  return drawings
}

/** A few seconds of it, moving, with sound. */
export function drawClip({ look, input, shapes }: Wanted, clip: number): Promise<Blob> {
  return songreel.contents.previewLook(toRequest(look, input, shapes[0] ?? '9x16'), { clip })
}

type Set = (change: (before: Drawings) => Drawings) => void

async function drawAll({ look, input, shapes }: Wanted, signal: AbortSignal, set: Set): Promise<void> {
  const [first, ...others] = shapes
  const drawOne = async (shape: string) => {
    const drawing = await songreel.contents.drawLook(toRequest(look, input, shape), { signal, maxRetries: 4 })
    if (signal.aborted) return
    set(({ byShape, waiting }) => ({
      byShape: { ...byShape, [shape]: drawing },
      waiting: waiting.filter((each) => each !== shape),
      faults: [],
    }))
  }
  try {
    // The one that is looked at comes before the others.
    if (first) await drawOne(first)
    await Promise.all(others.map(drawOne))
  } catch (error) {
    if (!signal.aborted) set((before) => ({ ...before, waiting: [], ...describe(error) }))
  }
}

function toRequest(look: LookDraft, input: PreviewInput, aspectRatio: string) {
  return { ...input, look, videoSettings: { aspectRatio, outputQuality: 'PREVIEW' as const } }
}

function describe(error: unknown): Pick<Drawings, 'faults' | 'problem'> {
  const code = error instanceof ApiError ? error.code : 'OTHER'
  const faults = error instanceof ApiError && code === 'LOOK_INVALID' ? readFaults(error) : []
  return faults.length > 0
    ? { faults, problem: undefined }
    : { faults: [], problem: { code, text: describeError(error) } }
}

/** Paths are those of the look, and the sentence does not name them again. */
function readFaults({ details }: ApiError): LookFault[] {
  return details.map(({ field, message }) => ({
    path: field.replace(/^look(\.|$)/, ''),
    message: message.startsWith(`${field}: `) ? message.slice(field.length + 2) : message,
  }))
}
