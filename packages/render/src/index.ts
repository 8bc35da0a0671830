// The door for servers and tools. All native work happens in child processes, so nothing heavy is loaded here.
export { readCachedAnalysis } from './audio/analysis-cache.ts'
export type { AudioAnalysis, Excerpt, Loudness, Section, Tempo } from './audio/audio-analysis.ts'
export { chooseExcerpts } from './audio/choose-excerpts.ts'
export { findVocalParts } from './audio/structure/find-vocal-parts.ts'
export type { SongTags } from './audio/tags/choose-tags.ts'
export type { LayerName, LayerReport } from './containment/containment.ts'
export { examineContainment } from './containment/examine-containment.ts'
export { isDiskFull, RenderError, type RenderErrorCode, type RenderErrorDetails } from './errors.ts'
export { OUTPUT_FORMATS, type OutputFormat } from './formats/catalogue.ts'
export type { TemplateAddress } from './import-template.ts'
export { type LyricLine, type LyricsData, roundLyrics } from './lyrics/lyrics.ts'
export { type LyricsSource, type ParsedLyrics, parseLyrics } from './lyrics/parse-lyrics.ts'
export { decodeLyrics, readLyrics } from './lyrics/read-lyrics.ts'
export { refuseUntimed } from './lyrics/time-words.ts'
export { LYRICS_FORMATS, type LyricsFormat, writeLyrics } from './lyrics/write-lyrics.ts'
export { asksForLyrics } from './plan/asks-for-lyrics.ts'
export { nameAspectRatio } from './plan/aspect-ratio.ts'
export { chooseExcerpt, describeLoopMisfit } from './plan/choose-excerpt.ts'
export { chooseExcerptDefault } from './plan/choose-excerpt-default.ts'
export { deriveSeed, planVideo, type VideoOrder, type WorkPlace } from './plan/plan-video.ts'
export type {
  ChosenExcerpt,
  ExcerptRange,
  OutputCheck,
  OutputChecks,
  Quality,
  RenderedVideo,
  RenderFiles,
  RenderPlan,
  RenderProgress,
  RenderSong,
  RenderStage,
  RenderWarning,
} from './plan/render-plan.ts'
export { type ResolvedSettings, resolveSettings, takesAspectRatio } from './plan/video-settings.ts'
export { planVideoSize, QUALITIES, sizeShape } from './plan/video-size.ts'
export { deriveWorkKey, type WorkInputs } from './plan/work-key.ts'
export type { ProbedMedia, ProbeOptions } from './probe/media-facts.ts'
export { type MediaKind, SUPPORTED_MEDIA } from './probe/supported-media.ts'
export { type AnalyseRequest, analyseAudioInChild as analyseAudio } from './process/analyse-in-child.ts'
export { probeMediaInChild as probeMedia } from './process/probe-in-child.ts'
export { type RenderOptions, renderVideoInChild as renderVideo } from './process/render-in-child.ts'
export { renderStillsInChild as renderStills, type StillsRequest } from './process/stills-in-child.ts'
export { openStillsPool, type StillsPool } from './process/stills-pool.ts'
export {
  type ExcerptDefault,
  parseTemplateData,
  type Template,
  type TemplateData,
  type TemplateNeeds,
} from './template.ts'
