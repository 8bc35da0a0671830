// Entry point for whatever tries templates: the checks, the preview tool and the benchmark. All inputs are generated here
// and drawn in this process, so a template is seen within milliseconds and without any file.

import { addBackground, type Background, importTemplate, parseTemplateData } from '@songreel/kit/core'
import { type CoverData, type Motion, reduceMotion, type Song } from '@songreel/kit/input'
import type { LyricsData } from '@songreel/kit/lyrics'
import { readLogo } from '../brand/read-logo.ts'
import { createFlashMeter } from '../encode/flash-meter.ts'
import { createPictureMeter } from '../encode/picture-meter.ts'
import { dressScene } from '../look/dress-scene.ts'
import { type FoundText, findText } from '../look/find-text.ts'
import { measureContrast, type TextContrast } from '../look/measure-contrast.ts'
import { type Covered, markCovered, measureCovered, toSubject } from '../look/measure-covered.ts'
import { readCover } from '../pictures/read-cover.ts'
import type { RenderPlan } from '../plan/render-plan.ts'
import { buildScene, type ScenePlan } from '../scene/build-scene.ts'
import { prepareScene } from '../scene/prepare-scene.ts'
import { DEFAULT_WISH } from '../scene/scene-brand.ts'
import { watchFilm } from '../scene/watch-film.ts'
import { animateFrames } from './animate-frames.ts'
import {
  decodeFrame,
  encodeFrame,
  joinFrames,
  type RehearsedFrame,
  type SheetRow,
  toJpeg,
} from './contact-sheet.ts'
import { type Life, measureLife } from './measure-life.ts'
import { lendClips } from './rehearsal-clips.ts'
import { COVER_NAMES, paintCover, paintPhoto, type RehearsalCover } from './rehearsal-covers.ts'
import { DROP_SECS, playMusic, type RehearsalMusic } from './rehearsal-music.ts'
import { KNOWN_SUBJECTS, SUBJECT_NAMES, type SubjectName } from './rehearsal-subjects.ts'

export type { FoundText, Life }

/** The covers that need no file, by name. */
export const REHEARSAL_COVERS = COVER_NAMES

/** Painted covers whose subject is known, by name. */
export const REHEARSAL_SUBJECTS = SUBJECT_NAMES

/** When the chorus comes in, where the music is HOOK. */
export const HOOK_DROP_SECS = DROP_SECS

/** What a template is tried with. */
export type Rehearsal = {
  templateUrl: string
  size: { width: number; height: number }
  song: Song
  data?: Record<string, unknown>
  /** Default NIGHT_SEA. */
  cover?: RehearsalCover | SubjectName
  /** A picture file instead of a painted cover. */
  artPath?: string
  /** What lies behind it: the lent clips, or `photo`. Default the cover. */
  background?: Background
  /** Painted in place of a photograph of the artist; NONE where there is no need of one. Default PORTRAIT. */
  photo?: RehearsalCover | SubjectName | 'NONE'
  /** The logo of a brand, worn as a video wears it. Default none. */
  logoPath?: string
  /** Default SONG. */
  music?: RehearsalMusic
  /** Default: what suits the cover. */
  theme?: 'DARK' | 'LIGHT'
  lyrics?: LyricsData
  seed?: number
  /** As for `numVideos`, from 1 on. Default 1. */
  variation?: number
  /** Default FULL. */
  motion?: Motion
  fps?: number
  /** Default 8. */
  secs?: number
}

/** A scene to try. Every picture is a copy, which later frames don't change. */
export type RehearsedScene = {
  readonly frameCount: number
  readonly fps: number
  /** Seconds of the video at which a beat falls, or what else the music does where no beat can be trusted. */
  readonly beatSecs: readonly number[]
  drawRgb(frameIndex: number): RehearsedFrame
  /** Brightness of every pixel as the encoder gets it, 16 (black) to 235 (white). */
  drawLuma(frameIndex: number): Uint8Array
  /** Flashes a second by the meter that checks every video, over all frames. */
  countFlashes(): number
  /** How much changes from frame to frame. */
  measureLife(options?: { everyFrames?: number }): Life
  close(): void
}

/** Builds a template's scene from made-up music and a painted cover. */
export async function rehearse(rehearsal: Rehearsal): Promise<RehearsedScene> {
  const plan = await planRehearsal(rehearsal)
  return openScene(rehearsal.logoPath === undefined ? plan : await wearBrand(plan, rehearsal.logoPath))
}

/** A brand that has nothing but a logo. */
async function wearBrand(plan: ScenePlan, logoPath: string): Promise<ScenePlan> {
  const brand = { fonts: {} }
  const { logo, ownLogo } = await dressScene(
    { ...plan, brand },
    { plain: await readLogo(logoPath), wish: DEFAULT_WISH },
  )
  return { ...plan, brand: { ...brand, ...(logo && { logo }), ...(ownLogo && { ownLogo }) } }
}

/** Builds the scene of a video from its files, as a render does. */
export async function rehearseFiles(plan: RenderPlan): Promise<RehearsedScene> {
  return openScene((await prepareScene(plan, { dress: dressScene })).scene)
}

async function openScene(plan: ScenePlan): Promise<RehearsedScene> {
  const scene = await buildScene(plan)
  const { width, height } = plan.size
  return {
    frameCount: scene.frameCount,
    fps: scene.fps,
    beatSecs: plan.audio.beatSecs,
    drawRgb: (frameIndex) => {
      scene.draw(frameIndex)
      return { rgb: Buffer.from(scene.readRgb()), width, height }
    },
    drawLuma: (frameIndex) => {
      const { y, strideY } = scene.draw(frameIndex)
      const luma = new Uint8Array(width * height)
      for (let row = 0; row < height; row++) {
        luma.set(y.subarray(row * strideY, row * strideY + width), row * width)
      }
      return luma
    },
    countFlashes: () => {
      const pictures = createPictureMeter(plan.size, scene.frameCount)
      for (let i = 0; i < scene.frameCount; i++) pictures.read(scene.draw(i))
      const flashes = createFlashMeter(scene.fps)
      flashes.add(pictures.take())
      return flashes.flashesPerSec()
    },
    measureLife: (options) => measureLife(scene, options),
    close: scene.close,
  }
}

/** Lists the lines of text that the frames of a rehearsal show, and where. */
export async function locateText(
  rehearsal: Rehearsal,
  frameIndexes: readonly number[],
): Promise<FoundText[]> {
  return findText(await planRehearsal(rehearsal), frameIndexes)
}

/** How well the lines of one frame stand out from what is drawn around them. */
export async function measureTextContrast(rehearsal: Rehearsal, frameIndex: number): Promise<TextContrast[]> {
  const plan = await planRehearsal(rehearsal)
  const contrasts: TextContrast[] = []
  await findText(plan, [frameIndex], (frame, found) => {
    contrasts.push(...measureContrast(found, { ...frame, ...plan.size }))
  })
  return contrasts
}

/** What type and labels hide of the cover's subject in some frames, and the frame with its subject marked. */
export async function measureCover(
  rehearsal: Rehearsal,
  frameIndexes: readonly number[],
): Promise<{ covered: Covered; mark(): Promise<RehearsedFrame> }[]> {
  const plan = await planRehearsal(rehearsal)
  const { artPath, cover } = rehearsal
  const known = artPath === undefined ? SUBJECT_NAMES.find((name) => name === cover) : undefined
  const truth = known && toSubject(KNOWN_SUBJECTS[known].ovals, KNOWN_SUBJECTS[known].faces)
  const found = await measureCovered(plan, frameIndexes, truth)
  return found.map((covered) => ({
    covered,
    mark: async () => {
      const scene = await rehearse(rehearsal)
      const frame = scene.drawRgb(covered.frameIndex)
      scene.close()
      return { ...frame, rgb: markCovered(covered, frame.rgb) }
    },
  }))
}

/** Pictures of frames: one as PNG, a PNG as one, many on a sheet with captions, a PNG as a JPEG, and many that move. */
export const pictures = {
  encode: encodeFrame,
  decode: decodeFrame,
  join: joinFrames,
  toJpeg,
  animate: animateFrames,
}

/** Frames side by side on a sheet. */
export type ContactSheetRow = SheetRow

/** Plain data of a rehearsal, as a worker thread would get it. */
export async function planRehearsal(rehearsal: Rehearsal): Promise<ScenePlan> {
  const { templateUrl, size, song, lyrics, seed = 7, fps = 30, secs = 8, motion = 'FULL' } = rehearsal
  const template = await importTemplate(templateUrl)
  if (!template) throw new TypeError(`${templateUrl} exports no template`)
  const data = parseTemplateData(template, rehearsal.data)
  const { background, photo = 'PORTRAIT' } = rehearsal
  const theme = data.theme ?? rehearsal.theme ?? (background && background !== 'COVER' ? 'DARK' : undefined)
  const cover = await findCover(rehearsal, theme, seed)
  const track = await playMusic(rehearsal.music ?? 'SONG', { secs, fps })
  const audio = motion === 'REDUCED' ? reduceMotion(track) : track
  const needs = addBackground(template.needs, background)
  const film = { audio, fps, frameCount: audio.frameCount, seed, needs, data, background }
  return {
    templateUrl,
    data,
    size,
    fps,
    frameCount: audio.frameCount,
    song,
    theme: cover.palette.theme,
    seed,
    motion,
    audio,
    cover,
    clips: needs.clips ? await watchFilm(await lendClips(), film) : [],
    ...(background && { background }),
    ...(needs.photo &&
      photo !== 'NONE' && {
        photo: paintPhoto(photo, { song, seed, sidePx: Math.max(size.width, size.height) }),
      }),
    watermark: false,
    ...(lyrics && { lyrics }),
  }
}

/** Painting a cover and finding its colours takes longer than drawing a small scene, so covers are kept. */
const covers = new Map<string, CoverData>()

async function findCover(
  { cover = 'NIGHT_SEA', artPath, size, song, data, variation = 1 }: Rehearsal,
  theme: 'DARK' | 'LIGHT' | undefined,
  seed: number,
): Promise<CoverData> {
  const { width, height } = size
  const sidePx = Math.max(240, Math.min(1600, Math.min(width, height)))
  const accentColor = typeof data?.accentColor === 'string' ? data.accentColor : undefined
  const key = JSON.stringify([
    artPath ?? cover,
    sidePx,
    theme,
    seed,
    variation,
    accentColor,
    cover === 'NIGHT_SEA' ? '' : song,
  ])
  const known = covers.get(key)
  if (known) return known
  const wish = {
    song,
    seed,
    pairing: variation - 1,
    ...(theme && { theme }),
    ...(accentColor && { accentColor }),
  }
  const painted = artPath
    ? await readCover(artPath, { ...wish, maxSidePx: sidePx })
    : paintCover(cover, { ...wish, sidePx })
  covers.set(key, painted)
  return painted
}
