import { interleave } from './interleave.ts'
import { aBatch, requestCost } from './request-cost.ts'
import type { Stack } from './stack.ts'

/** Enough for the compiler to have done its work on both ways; before that every figure still falls. */
const WARM_UP_ROUNDS = 4
const ROUNDS = 9

/** What POST batch with 10 renders costs beside POST artist, measured in turns. */
export async function measureCreate(stack: Stack) {
  const artist = (times: number) =>
    requestCost(stack, times, () => stack.call('POST', '/v1/artists', { name: 'Odalys Wren' }))
  const batch = (times: number) =>
    requestCost(stack, times, () => stack.call('POST', '/v1/batches', aBatch(10)))
  await interleave(WARM_UP_ROUNDS, { artist: () => artist(1000), batch: () => batch(500) })
  return interleave(ROUNDS, { artist: () => artist(200), batch: () => batch(60) })
}
