// The engine's door to what every process needs. Each module costs a process half a millisecond: one that only probes a file loads this.
export { addBackground, BACKGROUNDS, type Background } from './background.ts'
export { collectGarbage, giveBackMemory } from './collect-garbage.ts'
export { listCpuFeatures } from './cpu-features.ts'
export {
  isDiskFull,
  RenderError,
  type RenderErrorCode,
  type RenderErrorDetails,
  type RenderErrorFacts,
} from './errors.ts'
export type { Box, Size } from './geometry.ts'
export {
  blameTemplate,
  importTemplate,
  isLookAddress,
  loadTemplateFacts,
  type TemplateAddress,
} from './import-template.ts'
export { mapInPlace } from './map-in-place.ts'
export { chance, seedOf } from './paint/chance.ts'
export { parseTemplateData } from './parse-template-data.ts'
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
