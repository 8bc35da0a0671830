import { type AudioAnalysis, analyseAudio, sampleAnalysis } from '@songreel/audio'
import { type AudioTrackData, loadTemplateFacts, RenderError, silentAudioTrackData } from '@songreel/kit/core'
import { type BrandScene, reduceMotion, type TemplateFacts } from '@songreel/kit/input'
import type { LyricsData } from '@songreel/kit/lyrics'
import { chooseWrittenFps } from '../formats/catalogue.ts'
import { type Memory, NO_MEMORY } from '../pictures/memory.ts'
import { asksForLyrics } from '../plan/asks-for-lyrics.ts'
import { chooseExcerpt } from '../plan/choose-excerpt.ts'
import { chooseExcerptDefault } from '../plan/choose-excerpt-default.ts'
import type {
  ChosenExcerpt,
  ExcerptRange,
  RenderPlan,
  RenderStage,
  RenderWarning,
} from '../plan/render-plan.ts'
import { listBrandWarnings } from './brand-warnings.ts'
import type { ScenePlan } from './build-scene.ts'
import { findLyrics, listSungLines } from './find-lyrics.ts'
import { type RenderInputs, readInputs } from './read-inputs.ts'
import type { BrandLogos, DressScene, ReadBrand } from './scene-brand.ts'
import { watchFilm } from './watch-film.ts'

/** All that a scene needs, in plain data, and what was found on the way to it. */
export type PreparedScene = {
  inputs: RenderInputs
  excerpt: ChosenExcerpt
  /** The whole song's length; 0 without one. */
  songSecs: number
  scene: ScenePlan
  /** What the owner of a brand should know of how it is worn. */
  brandWarnings: RenderWarning[]
}

/** Receives the progress of each stage, and a signal to stop. */
export type PrepareOptions = {
  enter?: (stage: RenderStage) => void
  signal?: AbortSignal
  /** Where another thread loads the template; unset: it is loaded here. */
  template?: Promise<TemplateFacts>
  /** Which frames are drawn, where a longer video decides it: from this second of the song on, which need not be one of its own frames. */
  place?: { startSecs: number; frameCount: number }
  /** Who finds a place for a brand's logo; unset: it stands on the end card only. */
  dress?: DressScene
  /** What was read before of files that are still the same. */
  memory?: Memory
}

/** Reads the inputs, analyses the song, chooses the excerpt. */
export async function prepareScene(
  plan: RenderPlan,
  {
    enter,
    signal,
    place,
    dress,
    memory = NO_MEMORY,
    template = loadTemplateFacts(plan.template),
  }: PrepareOptions = {},
): Promise<PreparedScene> {
  enter?.('READING')
  const inputs = await readInputs(plan, template, { memory, ...(signal && { signal }) })
  enter?.('ANALYSING')
  const analysis = await analyseSong(plan, inputs.template, { signal, memory })
  const fps = chooseWrittenFps(plan.format, plan.fps)
  const byDefault = chooseExcerptDefault(inputs.template, inputs.data)
  const songSecs = analysis?.durationSecs ?? chooseExcerpt(plan, byDefault, undefined).endSecs
  const sung = await demandLyrics(plan, inputs.template, { songSecs, analysis })
  const whole = place
    ? { startSecs: place.startSecs, endSecs: place.startSecs + place.frameCount / fps }
    : chooseExcerpt(plan, byDefault, analysis, sung && listSungLines(sung))
  const wholeFrameCount = Math.max(1, Math.round((whole.endSecs - whole.startSecs) * fps))
  const { motion = 'FULL' } = plan
  const track = await sampleTrack(analysis, whole, { fps, frameCount: wholeFrameCount })
  const audio = motion === 'REDUCED' ? reduceMotion(track) : track
  const { frameCount, firstFrame } = cutClip(plan.clip, wholeFrameCount, fps)
  const part = plan.clip && { firstFrame, wholeFrameCount }
  const lyrics = sung && (await takeLyrics(sung, inputs.template, whole))
  const film = { fps, frameCount: wholeFrameCount, seed: plan.seed }
  const { data, template: facts } = inputs
  const shown = { ...film, audio, data, needs: facts.needs, background: plan.background }
  const clips = await watchFilm(inputs.clips, shown, { signal, memory })
  const bare = planScene(plan, { ...inputs, clips }, { fps, frameCount, audio, motion, part, lyrics })
  const { scene, warnings } = await wearLogo(bare, inputs, dress)
  const brandWarnings = [...listBrandWarnings(plan, inputs), ...warnings]
  const startSecs = whole.startSecs + firstFrame / fps
  const excerpt = part ? { startSecs, endSecs: startSecs + frameCount / fps } : whole
  return { inputs, excerpt, songSecs: analysis?.durationSecs ?? 0, scene, brandWarnings }
}

/** A clip is as long as was asked, or as the video is; one that begins too late is the end of the video. */
function cutClip(
  clip: RenderPlan['clip'],
  wholeFrameCount: number,
  fps: number,
): { frameCount: number; firstFrame: number } {
  if (!clip) return { frameCount: wholeFrameCount, firstFrame: 0 }
  const frameCount = Math.min(wholeFrameCount, Math.max(1, Math.round(clip.secs * fps)))
  return {
    frameCount,
    firstFrame: Math.min(Math.round(clip.startSecs * fps), wholeFrameCount - frameCount),
  }
}

async function analyseSong(
  { files, cacheFolder, songSha256 }: RenderPlan,
  { contentId, needs }: TemplateFacts,
  { signal, memory }: { signal: AbortSignal | undefined; memory: Memory },
): Promise<AudioAnalysis | undefined> {
  const { audio } = files
  const analyse = (song: string) => analyseAudio(song, { signal, cacheFolder, sha256: songSha256 })
  if (audio) return memory.recall(`analysis ${audio}`, () => analyse(audio))
  if (!needs.audio) return undefined
  throw new RenderError('AUDIO_MISSING', `${contentId} needs a song, and there is none.`, { contentId })
}

/** The lyrics of the song; only for a template that shows them, so that no other fails with them. */
async function demandLyrics(
  plan: RenderPlan,
  { contentId, needs }: TemplateFacts,
  { songSecs, analysis }: { songSecs: number; analysis: AudioAnalysis | undefined },
): Promise<LyricsData | undefined> {
  const asked = asksForLyrics(needs, plan.data)
  if (!asked) return undefined
  const lyrics = await findLyrics(plan, songSecs, analysis)
  if (lyrics || asked === 'OPTIONAL') return lyrics
  const seen = needs.lyricsUnless
    ? `${contentId} needs lyrics or \`${needs.lyricsUnless}\`, and there is neither.`
    : `${contentId} needs lyrics, and there are none.`
  throw new RenderError('LYRICS_MISSING', seen, { contentId })
}

/** What of them is sung in the excerpt. */
async function takeLyrics(
  lyrics: LyricsData,
  { contentId, needs }: TemplateFacts,
  whole: ExcerptRange,
): Promise<LyricsData> {
  const { shiftLyrics, timeWords } = await import('@songreel/kit/lyrics')
  const timed = needs.lyricsTiming === 'WORD' ? timeWords(lyrics, contentId) : lyrics
  return { ...shiftLyrics(timed, whole), songLines: lyrics.lines.map(({ text }) => text) }
}

async function sampleTrack(
  analysis: AudioAnalysis | undefined,
  { startSecs }: ExcerptRange,
  { fps, frameCount }: { fps: number; frameCount: number },
): Promise<AudioTrackData> {
  if (!analysis) return silentAudioTrackData(frameCount, fps)
  return sampleAnalysis(analysis, { startSecs, endSecs: startSecs + frameCount / fps, fps })
}

function planScene(
  plan: RenderPlan,
  { data, cover, clips, photo, brand }: RenderInputs,
  timing: Pick<ScenePlan, 'fps' | 'frameCount' | 'audio' | 'motion' | 'part' | 'lyrics'>,
): ScenePlan {
  const { template, size, song, seed, background, watermark } = plan
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
    ...(background && { background }),
    ...(photo && { photo }),
    ...(brand && { brand: takeWorn(brand) }),
    watermark,
  }
}

function takeWorn({ logos: _, name: __, ...worn }: ReadBrand): BrandScene {
  return worn
}

/** Puts the logo of a brand where the scene has room for it. */
async function wearLogo(
  scene: ScenePlan,
  { brand, template }: RenderInputs,
  dress: DressScene | undefined,
): Promise<{ scene: ScenePlan; warnings: RenderWarning[] }> {
  if (!brand?.logos || !scene.brand || !dress) return { scene, warnings: [] }
  const { logo, ownLogo, cardLogo, warnings } = await dress(
    scene,
    await fillLogos(brand.logos, scene, template),
  )
  const { endCard } = scene.brand
  const worn = {
    ...scene.brand,
    ...(logo && { logo }),
    ...(ownLogo && { ownLogo }),
    ...(endCard && { endCard: { ...endCard, ...(cardLogo && { logo: cardLogo }) } }),
  }
  return { scene: { ...scene, brand: worn }, warnings }
}

async function fillLogos(logos: BrandLogos, scene: ScenePlan, template: TemplateFacts): Promise<BrandLogos> {
  if (!logos.plain.sting) return logos
  const { fillSting } = await import('./fill-sting.ts')
  return { ...logos, plain: await fillSting(logos.plain, scene, template) }
}
