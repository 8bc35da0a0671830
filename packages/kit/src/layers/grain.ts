import type { Frame, Moving } from '../compose/frame.ts'
import { valueAt } from '../compose/frame.ts'
import type { Layer } from '../compose/layer.ts'
import type { Stage } from '../compose/stage.ts'
import { chance } from '../paint/chance.ts'

/** How strong the grain is and how often it changes. */
export type GrainProps = {
  /** 0 to 0.05: more looks broken and costs the encoder dearly. Default 0.02. */
  amount?: Moving<number>
  /** New grain this many times a second. Default 12. */
  perSec?: number
  seed?: number
}

const MAX_AMOUNT = 0.05
const TILE_SIDE = 256
/** Bytes that every row of the tile is continued by, so that 16 can be read from any column. */
const TILE_SLACK = 16

/** Fine film grain over everything below, in the brightness only. */
export function grain(props: GrainProps = {}): Layer {
  return { kind: 'grain', isNoisy: true, mount: (stage) => mountGrain(stage, props) }
}

function mountGrain(stage: Stage, { amount = 0.02, perSec = 12, seed = 1 }: GrainProps) {
  const tile = stage.once(() => paintTile(stage, seed))
  const { kernels, target } = stage
  return {
    isStill: false,
    draw: (frame: Frame) => {
      // The tile's standard deviation is 32; `amount` is a part of the range from black to white.
      const strength = Math.round((Math.min(MAX_AMOUNT, valueAt(amount, frame)) * 219 * 128) / 32)
      if (!(strength > 0)) return
      const step = Math.floor(frame.secs * perSec + 1e-6)
      const x = Math.floor(chance(seed, 'grain x', step) * TILE_SIDE)
      const y = Math.floor(chance(seed, 'grain y', step) * TILE_SIDE)
      kernels.addGrain(target, tile, TILE_SIDE, x, y, strength)
    },
  }
}

/** A square of noise that joins itself at its edges. */
function paintTile({ sharedMemory }: Stage, seed: number): number {
  const rowBytes = TILE_SIDE + TILE_SLACK
  const address = sharedMemory.alloc(rowBytes * TILE_SIDE)
  const bytes = sharedMemory.bytes(address, rowBytes * TILE_SIDE)
  let state = Math.floor(chance(seed, 'grain tile') * 0xffffffff) | 1
  const next = () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 4294967296
  }
  for (let y = 0; y < TILE_SIDE; y++) {
    for (let x = 0; x < TILE_SIDE; x++) {
      // Four even numbers added lie close enough to a normal distribution: deviation 32 at a spread of 110.
      const value = Math.round((next() + next() + next() + next() - 2) * 55.4)
      bytes[y * rowBytes + x] = value
    }
    bytes.copyWithin(y * rowBytes + TILE_SIDE, y * rowBytes, y * rowBytes + TILE_SLACK)
  }
  return address
}
