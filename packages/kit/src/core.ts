// The engine's door to what needs no other library: loading it costs next to nothing, so every child process may.
export { collectGarbage, giveBackMemory } from './collect-garbage.ts'
export type { ClipDecoder, LayerSupplies } from './compose/clip-decoder.ts'
export type { ClipFile, ClipLook, VideoContainer } from './compose/clip-file.ts'
export type { Frame } from './compose/frame.ts'
export type { KernelFunctions } from './compose/kernels/kernel-functions.ts'
export type { Layer } from './compose/layer.ts'
export { allocOpaquePicture, halveOpaquePicture, turnOpaquePicture } from './compose/opaque-picture.ts'
export type { Painting } from './compose/painting.ts'
export { reuseMemory } from './compose/reuse-memory.ts'
export type { SharedMemory } from './compose/shared-memory.ts'
export type { Sprite } from './compose/sprite-layout.ts'
export type { Stage } from './compose/stage.ts'
export { listCpuFeatures } from './cpu-features.ts'
export {
  isDiskFull,
  RenderError,
  type RenderErrorCode,
  type RenderErrorDetails,
  type RenderErrorFacts,
} from './errors.ts'
export type { Box, Size } from './geometry.ts'
export { blameTemplate, importTemplate, loadTemplateFacts, type TemplateAddress } from './import-template.ts'
export { createLyrics, type LyricLine, type LyricsData, roundLyrics, shiftLyrics } from './lyrics/lyrics.ts'
export { refuseUntimed, timeWords } from './lyrics/time-words.ts'
export { type Captions, writeCaptions } from './lyrics/write-captions.ts'
export { LYRICS_FORMATS, type LyricsFormat, writeLyrics } from './lyrics/write-lyrics.ts'
export { mapInPlace } from './map-in-place.ts'
export { chance, seedOf } from './paint/chance.ts'
export { contrast, luminance, parseHex, type Rgb, readRgb, toHex } from './paint/colour.ts'
export { type CoverData, describeCover, describeSmallCover, SAMPLE_PX } from './paint/cover.ts'
export { findSteepness, guessDepth, readDepth } from './paint/depth.ts'
export { insetBox, planFrame } from './paint/frame-layout.ts'
export type { PaletteOptions, Theme } from './paint/palette.ts'
export type { Picture } from './paint/picture.ts'
export { findSalience } from './paint/salience.ts'
export {
  type AudioTrackData,
  BAND_COUNT,
  createAudioTrack,
  GRID_CONFIDENCE,
  sharedFloats,
  silentAudioTrackData,
  type TrackSection,
} from './track/audio-track.ts'
export { type Follower, followSpeeds } from './track/follow-level.ts'
export { reduceMotion } from './track/reduce-motion.ts'
