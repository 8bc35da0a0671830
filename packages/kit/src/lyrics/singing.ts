/** What was heard of the singing in a song, in steps: half beats, or parts of a second where there is no beat. */
export type Singing = {
  /** Where the steps begin, and where the last one ends. */
  readonly stepSecs: Float64Array
  /** Whether somebody sings in each step: from -1, surely nobody, to 1. */
  readonly voice: Float32Array
  /** How much more voice there is right after the beginning of each step than right before, from -2 to 2. */
  readonly rise: Float32Array
  /** Steps in a bar; unset without a beat. */
  readonly barSteps?: number
}
