import { constants } from 'node:os'
import { RenderError } from '@songreel/kit/core'

/** How a child ended without giving a result. */
export type ChildExit = {
  code: number | null
  signal: NodeJS.Signals | null
  stderrTail: string
  error?: unknown
}

/** A shell between parent and child reports a signal as an exit status over 128. */
export function readSignal(
  code: number | null,
  signal: NodeJS.Signals | null,
): Pick<ChildExit, 'code' | 'signal'> {
  const number = (code ?? 0) - 128
  const [name] = Object.entries(constants.signals).find(([, each]) => each === number) ?? []
  return name ? { code: null, signal: name as NodeJS.Signals } : { code, signal }
}

/** Says in one sentence why there is no result; what the child wrote last is kept as the cause. */
export function describeExit({ code, signal, stderrTail, error }: ChildExit): RenderError {
  const cause = error ?? new Error(stderrTail || 'The process wrote nothing.')
  if (/heap out of memory|Array buffer allocation failed|Zone Allocation failed/.test(stderrTail)) {
    return new RenderError('RENDER_OUT_OF_MEMORY', 'The render process ran out of memory.', {}, { cause })
  }
  const how = signal ? `was ended by ${signal}` : `stopped with code ${code}`
  const advice = signal === 'SIGKILL' && { advice: 'Often that is the system, short of memory.' }
  return new RenderError(
    'RENDER_CRASHED',
    `The render process ${how}.`,
    { code, signal, ...advice },
    { cause },
  )
}
