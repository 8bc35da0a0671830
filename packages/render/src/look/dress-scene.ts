import { createAudioTrack, importTemplate } from '@songreel/kit/core'
import { planFrame } from '@songreel/kit/drawing'
import {
  LOGO_CORNERS,
  type LogoCorner,
  luminance,
  type Picture,
  parseHex,
  planBrandTimes,
} from '@songreel/kit/input'
import type { RenderWarning } from '../plan/render-plan.ts'
import type { ScenePlan } from '../scene/build-scene.ts'
import type { BrandLogos, Dressing } from '../scene/scene-brand.ts'
import { chooseLogoForm, type GroundTone, type TypeTone } from './choose-logo-form.ts'
import { findLogoRoom, type LogoRoom } from './find-logo-room.ts'
import { seeCover, seeLetters, seeSubject } from './measure-covered.ts'

/** The composition is the same at every size, so a small one tells where there is room, and previews agree with exports. */
const SHORT_SIDE_PX = 180
/** So many moments are looked at for type, and every so manieth of them for the cover. */
const LOOKS = 21
const COVER_EVERY = 5
const COVER_SIDE_PX = 320
const SHOWN_SECS = 3

/** Finds the place of a logo, and its form there, by what the scene shows without it. */
export async function dressScene(plan: ScenePlan, logos: BrandLogos): Promise<Dressing> {
  const { palette } = plan.cover
  const text = { colour: palette.text, luminance: luminance(parseHex(palette.text)) }
  const card = luminance(parseHex(palette.background))
  const cardLogo = chooseLogoForm(logos, { mean: card, dark: card, light: card }, text).form
  const template = await importTemplate(plan.templateUrl)
  const { wish } = logos
  const { shape } = planFrame(plan.size)
  const offered = template?.logoPlaces?.[shape] ?? LOGO_CORNERS
  const found = await findPlace(plan, logos, { offered, text })
  if (!found) return { cardLogo, warnings: [warnLeftOut(plan)] }
  const { tone, ...place } = found
  const { form, warning } = chooseLogoForm(logos, tone, text)
  const isMoved = wish.place !== 'AUTO' && wish.place !== place.corner
  return {
    logo: { ...form, ...place, opacity: wish.opacity, shows: wish.shows },
    cardLogo,
    warnings: [...(isMoved ? [warnMoved(wish.place, place.corner)] : []), ...(warning ? [warning] : [])],
  }
}

/**
 * Off the cover there is nothing to hide, so what matters in it is looked for only where the logo has to stand on it: each look takes
 * as long as setting up the scene.
 */
async function findPlace(
  plan: ScenePlan,
  logos: BrandLogos,
  { offered, text }: { offered: readonly LogoCorner[]; text: TypeTone },
): Promise<LogoRoom | undefined> {
  const { plain, wish } = logos
  const small = planSmall(plan)
  const indexes = chooseMoments(small, wish.shows)
  const coverIndexes = indexes.filter((_, i) => i % COVER_EVERY === 0)
  const sight = { size: small.size, ...(await seeLetters(small, indexes)) }
  const needsPlate = (tone: GroundTone) => chooseLogoForm(logos, tone, text).form.plate !== undefined
  const search = { picture: plain.picture, wish, offered, needsPlate }
  const roughly = await seeCover(small, coverIndexes)
  const off = findLogoRoom({ ...sight, covers: roughly.map(({ seen }) => seen) }, search, { onCover: false })
  const isGood = off && off.slide === 0 && (wish.place === 'AUTO' || wish.place === off.corner)
  if (isGood) return off
  const finely = await seeSubject(small, roughly)
  return findLogoRoom({ ...sight, covers: finely.map(({ seen }) => seen) }, search)
}

/** The whole scene, small and without what came before it. */
function planSmall({ before: _, part, ...plan }: ScenePlan): ScenePlan {
  const { width, height } = plan.size
  const scale = Math.min(1, SHORT_SIDE_PX / Math.min(width, height))
  const even = (px: number) => 2 * Math.max(1, Math.round((px * scale) / 2))
  const size = { width: even(width), height: even(height) }
  const frameCount = part?.wholeFrameCount ?? plan.frameCount
  const cover = { ...plan.cover, picture: shrinkPicture(plan.cover.picture, COVER_SIDE_PX) }
  return { ...plan, size, frameCount, cover }
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
  return { ...picture, pixels, width, height }
}

function chooseMoments(plan: ScenePlan, shows: BrandLogos['wish']['shows']): number[] {
  const { fps, frameCount } = plan
  const audio = createAudioTrack(plan.audio)
  const { introEndSecs, outroStartSecs } = planBrandTimes(plan.brand ?? { fonts: {} }, audio)
  const from = shows === 'END' ? Math.max(introEndSecs, outroStartSecs - SHOWN_SECS) : introEndSecs
  const until = shows === 'START' ? Math.min(outroStartSecs, introEndSecs + SHOWN_SECS) : outroStartSecs
  const last = Math.max(0, Math.min(frameCount - 1, Math.ceil(until * fps) - 1))
  const first = Math.min(last, Math.ceil(from * fps))
  const at = (share: number) => Math.round(first + share * (last - first))
  return [...new Set(Array.from({ length: LOOKS }, (_, i) => at(i / (LOOKS - 1))))]
}

const CORNER_NAMES: Record<LogoCorner, string> = {
  TOP_LEFT: 'top left',
  TOP_RIGHT: 'top right',
  BOTTOM_LEFT: 'bottom left',
  BOTTOM_RIGHT: 'bottom right',
}

function warnMoved(wished: LogoCorner | 'AUTO', used: LogoCorner): RenderWarning {
  const place = wished === 'AUTO' ? 'there' : `at the ${CORNER_NAMES[wished]}`
  const message = `Type or the subject of the cover stands ${place}, so the logo stands at the ${CORNER_NAMES[used]}.`
  return { code: 'BRAND_LOGO_MOVED', message }
}

function warnLeftOut({ brand }: ScenePlan): RenderWarning {
  const where = brand?.endCard ? ' It is on the end card.' : ''
  const message = `No corner is free of type and of the cover's subject, so the logo was left out.${where}`
  return { code: 'BRAND_LOGO_LEFT_OUT', message }
}
