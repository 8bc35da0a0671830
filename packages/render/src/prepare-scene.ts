import { analyseAudio } from './audio/analyse-audio.ts'
import type { AudioAnalysis } from './audio/audio-analysis.ts'
import { type AudioTrackData, silentAudioTrackData } from './audio/track/audio-track.ts'
import { sampleAudioTrack } from './audio/track/sample-audio-track.ts'
import { writtenFrameRate } from './encode/formats/frame-rate.ts'
import { RenderError } from './errors.ts'
import { chooseExcerpt } from './plan/choose-excerpt.ts'
import type { ExcerptRange, RenderPlan, RenderStage } from './plan/render-plan.ts'
import { type RenderInputs, readInputs } from './read-inputs.ts'
import type { ScenePlan } from './scene.ts'
import type { Template } from './template.ts'

/** All that a scene needs, in plain data, and what was found on the way to it. */
export type PreparedScene = {
  inputs: RenderInputs
  excerpt: ExcerptRange
  /** The whole song's length; 0 without one. */
  songSecs: number
  scene: ScenePlan
}

/** Who is told which stage begins, and whether the scene is still wanted. */
export type PrepareOptions = { enter?: (stage: RenderStage) => void; signal?: AbortSignal }

/** Reads the inputs, listens to the song, chooses the excerpt. */
export async function prepareScene(
  plan: RenderPlan,
  { enter, signal }: PrepareOptions = {},
): Promise<PreparedScene> {
  enter?.('READING')
  const inputs = await readInputs(plan, { ...(signal && { signal }) })
  enter?.('ANALYSING')
  const analysis = await analyseSong(plan, inputs.template, signal)
  const excerpt = chooseExcerpt(plan, inputs.template.defaults.excerpt, analysis)
  const fps = writtenFrameRate(plan.format, plan.fps)
  const frameCount = Math.max(1, Math.round((excerpt.endSecs - excerpt.startSecs) * fps))
  const audio = sampleTrack(analysis, excerpt, { fps, frameCount })
  const scene = planScene(plan, inputs, { fps, frameCount, audio })
  return { inputs, excerpt, songSecs: analysis?.durationSecs ?? 0, scene }
}

async function analyseSong(
  { files, cacheFolder, songSha256 }: RenderPlan,
  { contentId, needs }: Template,
  signal: AbortSignal | undefined,
): Promise<AudioAnalysis | undefined> {
  if (files.audio) return analyseAudio(files.audio, { signal, cacheFolder, sha256: songSha256 })
  if (!needs.audio) return undefined
  throw new RenderError('AUDIO_MISSING', `${contentId} needs a song, and there is none.`, { contentId })
}

function sampleTrack(
  analysis: AudioAnalysis | undefined,
  { startSecs }: ExcerptRange,
  { fps, frameCount }: { fps: number; frameCount: number },
): AudioTrackData {
  if (!analysis) return silentAudioTrackData(frameCount, fps)
  return sampleAudioTrack(analysis, { startSecs, endSecs: startSecs + frameCount / fps, fps })
}

function planScene(
  plan: RenderPlan,
  { data, cover, clips }: RenderInputs,
  timing: Pick<ScenePlan, 'fps' | 'frameCount' | 'audio'>,
): ScenePlan {
  const { template, size, song, seed, watermark } = plan
  return {
    ...timing,
    templateUrl: template.url,
    data,
    size,
    song,
    theme: cover.palette.theme,
    seed,
    cover,
    clips,
    watermark,
  }
}
