import type { BatchRender } from '@songreel/sdk'

/** The state of a render for people: made from songs that are here, it is said to collect files before anybody has it. */
export function findRenderState({ status, progress }: Pick<BatchRender, 'status' | 'progress'>): string {
  return status === 'COLLECTING_ASSETS' && progress === 0 ? 'PENDING' : status
}
