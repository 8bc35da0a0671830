/** Rows of `width` values each. */
export type Rows = { readonly width: number; readonly values: Float32Array }

/** What was heard of the singing in a song, in rows that are evenly apart. */
export type Singing = {
  readonly rateHz: number
  /** How likely somebody sings in each row: log odds, 0 is even. */
  readonly voice: Float32Array
  /** How much likelier than usual each of the sounds (see spell-sounds.ts) is, if somebody sings: logarithms. */
  readonly sounds: Rows
}
