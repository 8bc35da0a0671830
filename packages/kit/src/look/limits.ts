/** What a look may ask for at most: bounds that are known before anything is drawn. */
export const LOOK_LIMITS = {
  /** Of the look without its animations, and of all of the file. */
  bytes: 64 * 1024,
  fileBytes: 256 * 1024,
  animations: 8,
  /** Layers, with those inside of stacks. */
  layers: 48,
  /** Stacks inside of each other. */
  depth: 4,
  fields: 24,
  /** Characters of fixed words, and of a field. */
  words: 200,
  fieldText: 1000,
  /** Signals that move one number. */
  moves: 6,
  /** Of `estimateCost` at FULL 9x16: milliseconds of one core a frame, and frames that are painted before the first. */
  costMs: 12,
  paintedFrames: 8,
} as const
