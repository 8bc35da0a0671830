import type { Size } from './geometry.ts'

/** What a layer finds when it is mounted. */
export type Stage = {
  readonly size: Size
}
