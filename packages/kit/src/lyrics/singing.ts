/** Rows of `width` values each. */
export type Rows = { readonly width: number; readonly values: Float32Array }

/** What was heard of the singing in a song, in rows that are evenly apart. */
export type Singing = {
  readonly rateHz: number
  /** How likely somebody sings in each row: log odds, 0 is even. */
  readonly voice: Float32Array
  /** What may tell this song's singer from its instruments, measured against what is usual in the song. */
  readonly traits: Rows
  /** How the song sounds, against what sounds around: what comes again is alike. */
  readonly sounds: Rows
}
