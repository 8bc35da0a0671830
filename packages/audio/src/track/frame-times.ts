/** When the frames of a track are: frame i at `startSecs + i / fps`. */
export type FrameTimes = { startSecs: number; fps: number; frameCount: number }
