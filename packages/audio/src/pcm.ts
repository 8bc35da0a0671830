/** Sound in memory: one array of samples (-1..1) per channel, all of the same length. */
export type Pcm = { sampleRate: number; channels: Float32Array[] }
