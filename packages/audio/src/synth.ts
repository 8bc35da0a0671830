// The door to songs that are made, not played: the demo's, and those that templates are rehearsed with. Loads FFmpeg.
export { encodeMp3, encodePcm } from './synth/encode-pcm.ts'
export type { PlannedPart } from './synth/song-plan.ts'
export { synthesiseSong } from './synth/synthesise-song.ts'
export { writeWav } from './synth/write-wav.ts'
