import { createAudioTrack, importTemplate } from '@songreel/kit/core'
import { planFrame } from '@songreel/kit/drawing'
import { LOGO_CORNERS, measureLogo, type Picture, planBrandTimes } from '@songreel/kit/input'
import type { ScenePlan } from '../scene/build-scene.ts'
import type { BrandLogos } from '../scene/scene-brand.ts'
import { chooseLogoForm, type GroundTone } from './choose-logo-form.ts'
import { growMoving } from './find-drawings.ts'
import { type LogoRoom, listLogoRooms, type RoomRules } from './find-logo-room.ts'
import { type SeenCover, seeCover, seeLetters, seeSubject } from './see-frames.ts'
import { readType } from './wear-logo.ts'

/** The composition is the same at every size, so a small one tells where there is room, and previews agree with exports. */
const SHORT_SIDE_PX = 180
/** So many moments are looked at for type, and every so manieth of them for the cover and what is drawn. */
const LOOKS = 17
const COVER_EVERY = 2
/** Where words are sung, also when they have come, so many of them at most. */
const MOST_WORDS = 48
/** And the loudest frame in each of so many parts of the video. */
const LOUDEST = 4
/** Where there is no room for a logo with all of its margin, so much of it will do. */
const LEAST_AIR = 0.55
/** A picture that fills less of the frame than this is the look's subject, and not its ground. */
const WHOLE_GROUND = 0.7
/** What is asked for, and what is asked for where that is too much; on a pattern it lies on a plate. */
const RULES: readonly RoomRules[] = [
  { leastGround: WHOLE_GROUND },
  { leastGround: WHOLE_GROUND, air: LEAST_AIR },
  {},
  { air: LEAST_AIR },
  { air: LEAST_AIR, onLines: true, passing: 2 },
  { onPattern: true },
]
const COVER_SIDE_PX = 240
const SHOWN_SECS = 3

/**
 * Lists where a logo has room, the best place first. Each look takes as long as setting up the scene, so there are no more of them than
 * are needed: off the cover there is nothing to hide.
 */
export async function findRooms(plan: ScenePlan, logos: BrandLogos): Promise<LogoRoom[]> {
  const { plain, wish } = logos
  const template = await importTemplate(plan.templateUrl)
  const offered = template?.logoPlaces?.[planFrame(plan.size).shape] ?? LOGO_CORNERS
  if (offered.length === 0) return []
  const small = planSmall(plan)
  const { all, some } = chooseMoments(small, wish.shows)
  const text = readType(plan)
  const needsPlate = (tone: GroundTone) => chooseLogoForm(logos, tone, text).form.plate !== undefined
  const isOverClips = plan.clips.length > 0
  const search = { picture: measureLogo(plain.picture), wish, offered, needsPlate, isOverClips }
  const letters = await seeLetters(small, all)
  const roughly = await seeCover(small, some)
  const moving = growMoving(
    roughly.map(({ drawings }) => drawings),
    small.size,
  )
  const list = (covers: readonly SeenCover[], rules: RoomRules) =>
    listLogoRooms(
      {
        size: small.size,
        ...letters,
        covers: covers.map(({ seen }) => seen),
        drawings: [
          ...covers.map(({ drawings }) => drawings),
          ...(rules.onLines || rules.onPattern ? [] : [moving]),
        ],
      },
      search,
      rules,
    )
  const off = list(roughly, { onCover: false })
  if (off[0] && off[0].slide === 0 && (wish.place === 'AUTO' || wish.place === off[0].corner)) return off
  const whole = await seeSubject(small, roughly)
  // The less there is to choose from, the less is asked for; type and subject are left alone all the same.
  for (const rules of RULES) {
    const rooms = list(whole, rules)
    if (rooms.length > 0) return rooms
  }
  return []
}

/** The whole scene, small and without what came before it. */
export function planSmall({ before: _, part, ...plan }: ScenePlan): ScenePlan {
  const { width, height } = plan.size
  const scale = Math.min(1, SHORT_SIDE_PX / Math.min(width, height))
  const even = (px: number) => 2 * Math.max(1, Math.round((px * scale) / 2))
  const size = { width: even(width), height: even(height) }
  const frameCount = part?.wholeFrameCount ?? plan.frameCount
  const { photo } = plan
  return {
    ...plan,
    size,
    frameCount,
    cover: { ...plan.cover, picture: shrinkPicture(plan.cover.picture, COVER_SIDE_PX) },
    ...(photo && { photo: { ...photo, picture: shrinkPicture(photo.picture, COVER_SIDE_PX) } }),
  }
}

/** Every so manieth pixel: colours and places are enough here, and drawing a large cover small takes longest of all. */
function shrinkPicture(picture: Picture, maxSidePx: number): Picture {
  const scale = maxSidePx / Math.max(picture.width, picture.height)
  if (scale >= 1) return picture
  const width = Math.max(1, Math.round(picture.width * scale))
  const height = Math.max(1, Math.round(picture.height * scale))
  const pixels = new Uint8ClampedArray(new SharedArrayBuffer(width * height * 4))
  for (let y = 0; y < height; y++) {
    const row = Math.floor(((y + 0.5) * picture.height) / height) * picture.width
    for (let x = 0; x < width; x++) {
      const from = (row + Math.floor(((x + 0.5) * picture.width) / width)) * 4
      const to = (y * width + x) * 4
      for (let i = 0; i < 4; i++) pixels[to + i] = picture.pixels[from + i]!
    }
  }
  return { ...picture, pixels, width, height, copyOf: picture }
}

/** Which frames are looked at for type, and which for the cover and what is drawn: bars are highest where the song is loudest. */
export function chooseMoments(
  plan: ScenePlan,
  shows: BrandLogos['wish']['shows'],
): { all: number[]; some: number[] } {
  const { fps, frameCount } = plan
  const audio = createAudioTrack(plan.audio)
  const { introEndSecs, outroStartSecs } = planBrandTimes(plan.brand ?? { fonts: {} }, audio)
  const from = shows === 'END' ? Math.max(introEndSecs, outroStartSecs - SHOWN_SECS) : introEndSecs
  const until = shows === 'START' ? Math.min(outroStartSecs, introEndSecs + SHOWN_SECS) : outroStartSecs
  const last = Math.max(0, Math.min(frameCount - 1, Math.ceil(until * fps) - 1))
  const first = Math.min(last, Math.ceil(from * fps))
  const at = (share: number) => Math.round(first + share * (last - first))
  const evenly = [...new Set(Array.from({ length: LOOKS }, (_, i) => at(i / (LOOKS - 1))))]
  const sung = listWordFrames(plan).filter((frame) => frame > first && frame < last)
  const all = [...new Set([...evenly, ...thinOut(sung, MOST_WORDS)])]
  const loudest = Array.from({ length: LOUDEST }, (_, i) =>
    findLoudest(plan.audio, at(i / LOUDEST), at((i + 1) / LOUDEST)),
  )
  return { all, some: [...new Set([...evenly.filter((_, i) => i % COVER_EVERY === 0), ...loudest])] }
}

/** The frames in which sung words have just come: each may stand elsewhere. */
function listWordFrames({ lyrics, fps }: ScenePlan): number[] {
  const timed = (lyrics?.lines ?? []).flatMap((line) => line.words ?? [line])
  return timed.map(({ endSecs }) => Math.floor(endSecs * fps) - 1)
}

/** Every so manieth of a list, so that no more than so many are left. */
function thinOut(list: readonly number[], most: number): number[] {
  const step = Math.max(1, list.length / most)
  return Array.from({ length: Math.min(list.length, most) }, (_, i) => list[Math.floor(i * step)]!)
}

function findLoudest({ loudness }: ScenePlan['audio'], first: number, last: number): number {
  let best = first
  for (let i = first; i <= last; i++) if ((loudness[i] ?? 0) > (loudness[best] ?? 0)) best = i
  return best
}
