import type { BrandScene, LogoForm, LogoWish, Lottie, OwnLogo, PlacedLogo } from '@songreel/kit/input'
import type { Logo } from '../brand/read-logo.ts'
import { type Memory, NO_MEMORY } from '../pictures/memory.ts'
import type { RenderPlan, RenderWarning } from '../plan/render-plan.ts'
import { readClipFile } from '../probe/read-clip-file.ts'
import type { ScenePlan } from './build-scene.ts'

/** What was read of a brand; its logo has no place yet. */
export type ReadBrand = Omit<BrandScene, 'logo'> & { name: string; logos?: BrandLogos }

/** The forms of a logo, and how it is to be shown. */
export type BrandLogos = { plain: Logo; dark?: Logo; wish: LogoWish }

/** A logo that found its place, how it stands on the end card, and what its owner should know of that. */
export type Dressing = {
  logo?: PlacedLogo
  /** Where the look shows it itself. */
  ownLogo?: OwnLogo
  cardLogo?: LogoForm
  warnings: RenderWarning[]
}

/** Finds a logo's place and form by what a scene shows without it. */
export type DressScene = (plan: ScenePlan, logos: BrandLogos) => Promise<Dressing>

/** How a logo is shown where its brand says nothing. */
export const DEFAULT_WISH: LogoWish = { place: 'AUTO', size: 'MEDIUM', opacity: 1, shows: 'ALWAYS' }
const CLIP_LOOKS = 4

/** A video that others put into their own pages, and that must end where it begins, wears type and colours only. */
export type BrandRoom = { isLoop: boolean }

/** Reads the files of a brand; undefined where the plan has none. */
export async function readBrand(
  { brand, files }: RenderPlan,
  { isLoop }: BrandRoom,
  memory: Memory = NO_MEMORY,
): Promise<ReadBrand | undefined> {
  if (!brand) return undefined
  const { titleFont, textFont, logo, logoDark, logoAnimation, endCardAnimation, intro, outro } =
    files.brand ?? {}
  const fonts = await readFonts(memory, titleFont, textFont)
  if (isLoop) return { name: brand.name, fonts }
  const wish = brand.logo ?? DEFAULT_WISH
  const logos = logoAnimation
    ? { plain: await memory.recall(`sting ${logoAnimation}`, () => readSting(logoAnimation)), wish }
    : await readLogos(memory, { logo, logoDark, wish })
  const animation = endCardAnimation && brand.endCard && (await readCardAnimation(endCardAnimation))
  return {
    name: brand.name,
    fonts,
    ...(logos && { logos }),
    ...(brand.endCard && { endCard: { ...brand.endCard, ...(animation && { animation }) } }),
    ...(intro && { intro: await readClipFile(intro, { lookCount: CLIP_LOOKS }) }),
    ...(outro && { outro: await readClipFile(outro, { lookCount: CLIP_LOOKS }) }),
  }
}

async function readFonts(
  memory: Memory,
  titleFont?: string,
  textFont?: string,
): Promise<BrandScene['fonts']> {
  if (!titleFont && !textFont) return {}
  const { readFont } = await import('../brand/read-font.ts')
  const read = (path: string) => memory.recall(`font ${path}`, () => readFont(path))
  const title = titleFont && (await read(titleFont))
  const text = textFont && (textFont === titleFont ? title : await read(textFont))
  return { ...(title && { title }), ...(text && { text }) }
}

/** The form for dark grounds is a logo, too, where there is no other. */
async function readLogos(
  memory: Memory,
  { logo, logoDark, wish }: { logo: string | undefined; logoDark: string | undefined; wish: LogoWish },
): Promise<BrandLogos | undefined> {
  const plain = logo ?? logoDark
  if (!plain) return undefined
  const { readLogo } = await import('../brand/read-logo.ts')
  const read = (path: string) => memory.recall(`logo ${path}`, () => readLogo(path))
  const dark = logo && logoDark ? await read(logoDark) : undefined
  return { plain: await read(plain), ...(dark && { dark }), wish }
}

/** A logo that plays takes the place of those that stand still. */
async function readSting(path: string): Promise<Logo> {
  const { readLogoSting } = await import('../brand/read-animation.ts')
  return readLogoSting(path)
}

async function readCardAnimation(path: string): Promise<Lottie> {
  const { readAnimation } = await import('../brand/read-animation.ts')
  return (await readAnimation(path)).lottie
}
