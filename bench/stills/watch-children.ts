import { childrenOf, memoryMbOf } from '../service/cpu-time.ts'

const LOOK_MS = 50

/** Looks at the memory of all that is below a process, time and again; `stop` says how much it was at most. */
export function watchChildren(pid: number): { stop(): number } {
  let most = 0
  const look = () => {
    most = Math.max(most, sumBelow(pid))
  }
  const looks = setInterval(look, LOOK_MS)
  return {
    stop() {
      clearInterval(looks)
      return most
    },
  }
}

function sumBelow(pid: number): number {
  return childrenOf(pid).reduce((sum, child) => sum + memoryMbOf(child) + sumBelow(child), 0)
}
