import {
  type AudioTrackData,
  blameTemplate,
  createAudioTrack,
  importTemplate,
  RenderError,
  type Size,
} from '@songreel/kit/core'
import {
  brandLayers,
  createCover,
  createLyrics,
  createPhoto,
  createScene,
  dissolve,
  nameBrandVoice,
  type Scene,
  type SceneForm,
  type SceneShare,
  watermark,
} from '@songreel/kit/drawing'
import {
  type Background,
  type BrandScene,
  type ClipFile,
  type CoverData,
  type FontStyle,
  type LookOutline,
  type Motion,
  type OwnLogo,
  type PhotoData,
  planBrandTimes,
  type Song,
  type Template,
  type TemplateData,
  type Theme,
} from '@songreel/kit/input'
import type { LyricsData } from '@songreel/kit/lyrics'
import { CLIP_SUPPLIES } from '../clips/clip-supplies.ts'

/** Everything a thread needs to build the scene, as plain data. Only clips are still read from files. */
export type ScenePlan = {
  /** Address of the module that exports `template`. */
  templateUrl: string
  /** Parsed by the template's schema. */
  data: TemplateData
  size: Size
  fps: number
  /** Frames that are drawn; the template sees all of the video, also where a part of it is drawn. */
  frameCount: number
  part?: SceneForm['part']
  song: Song
  theme: Theme
  seed: number
  motion: Motion
  audio: AudioTrackData
  cover: CoverData
  clips: ClipFile[]
  /** What lies behind the look. Unset: the cover. */
  background?: Background
  photo?: PhotoData
  lyrics?: LyricsData
  /** The picture that was shown before: the video comes out of it instead of beginning at once. */
  before?: { rgb: Uint8Array; secs: number }
  /** What of a brand the picture wears, besides its colours, which are in the cover's palette. */
  brand?: BrandScene
  watermark: boolean
}

/** Builds the plan's scene. Without a share this thread paints, and `scene.share` serves the other threads. */
export async function buildScene(plan: ScenePlan, share?: SceneShare): Promise<Scene> {
  const template = await getTemplate(plan.templateUrl)
  const { contentId } = template
  const blame = (error: unknown, doing: string) =>
    blameTemplate(error, { contentId, url: plan.templateUrl, doing })
  try {
    const input = setupInput(plan, template)
    const layers = await template.setup({ ...input })
    const { before, size, brand } = plan
    const { audio, cover, song, fontStyle: font } = input
    const worn = brand ? await brandLayers(brand, { size, audio, cover, song, font }) : []
    const scene = await createScene(
      [
        ...layers,
        ...worn,
        ...(before ? [dissolve({ ...size, rgb: before.rgb }, before.secs)] : []),
        ...(plan.watermark ? [watermark(size)] : []),
      ],
      { ...plan, ...CLIP_SUPPLIES },
      share,
    )
    const blaming =
      <Result>(act: (frameIndex: number) => Result) =>
      (frameIndex: number): Result => {
        try {
          return act(frameIndex)
        } catch (error) {
          throw blame(error, `in frame ${frameIndex}`)
        }
      }
    return { ...scene, draw: blaming(scene.draw), describe: blaming(scene.describe) }
  } catch (error) {
    throw blame(error, 'in setup')
  }
}

/** Where the layers of a plan's look stand; undefined for a template that is written as code. */
export async function outlineScene(plan: ScenePlan): Promise<LookOutline | undefined> {
  const template = await getTemplate(plan.templateUrl)
  return template.outline?.({ ...setupInput(plan, template) })
}

async function getTemplate(url: string): Promise<Template> {
  const template = await importTemplate(url)
  if (template) return template
  throw new RenderError('UNKNOWN_CONTENT', 'The module of the template exports no `template`.')
}

/** The video's own wish wins over the brand, and the brand over the template. */
export function chooseVoice({ data, brand }: ScenePlan, { defaults }: Pick<Template, 'defaults'>): FontStyle {
  if (data.fontStyle) return data.fontStyle
  return nameBrandVoice(brand?.fonts ?? {}, defaults.fontStyle ?? 'MODERN')
}

/** What a plan gives to a template's setup. */
export function setupInput(plan: ScenePlan, template: Template) {
  return {
    size: plan.size,
    fps: plan.fps,
    frameCount: plan.part?.wholeFrameCount ?? plan.frameCount,
    data: plan.data,
    cover: createCover(plan.cover),
    audio: createAudioTrack(plan.audio),
    song: plan.song,
    theme: plan.theme,
    fontStyle: chooseVoice(plan, template),
    seed: plan.seed,
    motion: plan.motion,
    clips: plan.clips,
    ...(plan.background && { background: plan.background }),
    ...(plan.photo && { photo: createPhoto(plan.photo) }),
    ...(plan.brand?.ownLogo && { logo: startLogo(plan.brand, plan.brand.ownLogo, plan.audio) }),
    ...(plan.lyrics && { lyrics: createLyrics(plan.lyrics) }),
  } as const
}

/** A logo that plays in a place of the look begins after the brand's intro. */
function startLogo(brand: BrandScene, logo: OwnLogo, audio: ScenePlan['audio']): OwnLogo {
  const startSecs = planBrandTimes(brand, createAudioTrack(audio)).introEndSecs
  return { ...logo, startSecs, words: brand.endCard?.text }
}
