// Entry point for servers, the command line and tools. All native work happens in child processes, so importing this is cheap.

export {
  type AudioAnalysis,
  chooseExcerpts,
  describeSinging,
  type Excerpt,
  type Loudness,
  readCachedAnalysis,
  type Section,
  type SongTags,
  type SungLine,
  type Tempo,
} from '@songreel/audio'
export {
  addBackground,
  BACKGROUNDS,
  type Background,
  isDiskFull,
  parseTemplateData,
  RenderError,
  type RenderErrorCode,
  type RenderErrorDetails,
  type TemplateAddress,
} from '@songreel/kit/core'
export type {
  BrandPlan,
  ExcerptDefault,
  LookOutline,
  Template,
  TemplateData,
  TemplateNeeds,
} from '@songreel/kit/input'
export { describeChapterMisfit, writeChapterText } from './album/chapter-text.ts'
export type { LayerName, LayerReport } from './containment/containment.ts'
export { examineContainment } from './containment/examine-containment.ts'
export { DEMO_SONG, type DemoFiles, makeDemo, writeDemoLyrics } from './demo/make-demo.ts'
export { OUTPUT_FORMATS, type OutputFormat } from './formats/catalogue.ts'
export { type FolderStoreOptions, openFolderStore } from './kept/folder-store.ts'
export { nameMachineKind } from './kept/machine-kind.ts'
export { describeSearch } from './kept/segment-line.ts'
export {
  type KeptSegment,
  MAX_SEGMENT_BYTES,
  type MadeSegment,
  type SegmentSearch,
  type SegmentStore,
} from './kept/segment-store.ts'
export {
  type DrawingPart,
  type EncoderPart,
  type ScriptCoverage,
  tryDrawing,
  tryEncoder,
  tryFonts,
} from './parts.ts'
export { asksForLyrics } from './plan/asks-for-lyrics.ts'
export { nameAspectRatio } from './plan/aspect-ratio.ts'
export { chooseExcerpt, describeLoopMisfit } from './plan/choose-excerpt.ts'
export { chooseExcerptDefault } from './plan/choose-excerpt-default.ts'
export { ENGINE_VERSION } from './plan/engine-version.ts'
export { deriveSeed, planVideo, type VideoOrder, type WorkPlace } from './plan/plan-video.ts'
export type {
  BrandFiles,
  ChapterPlan,
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
  SegmentCount,
  VideoChapter,
} from './plan/render-plan.ts'
export { type ResolvedSettings, resolveSettings, takesAspectRatio } from './plan/video-settings.ts'
export { planVideoSize, QUALITIES, sizeShape } from './plan/video-size.ts'
export { deriveWorkKey, type WorkInputs } from './plan/work-key.ts'
export type { ProbedMedia, ProbeOptions } from './probe/media-facts.ts'
export { type MediaKind, SUPPORTED_MEDIA } from './probe/supported-media.ts'
export { type AnalyseRequest, analyseAudioInChild as analyseAudio } from './process/analyse-in-child.ts'
export { probeMediaInChild as probeMedia } from './process/probe-in-child.ts'
export {
  countSegmentsInChild as countKeptSegments,
  type RenderOptions,
  renderSegmentsInChild as renderSegments,
  renderVideoInChild as renderVideo,
  type SegmentOptions,
} from './process/render-in-child.ts'
export { renderStillsInChild as renderStills, type StillsRequest } from './process/stills-in-child.ts'
export { openStillsPool, type StillsPool } from './process/stills-pool.ts'
export { runTaskInChild as runTask, type Task, type TaskLimits } from './process/task-in-child.ts'
export { findSungLines } from './scene/find-lyrics.ts'
