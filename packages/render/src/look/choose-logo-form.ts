import type { LogoForm } from '@songreel/kit/input'
import type { Logo } from '../brand/read-logo.ts'
import type { RenderWarning } from '../plan/render-plan.ts'
import type { BrandLogos } from '../scene/scene-brand.ts'

/** How light a ground is, in relative luminance: its mean, and what is darker and lighter than most of it. */
export type GroundTone = { mean: number; dark: number; light: number }

/** The colour of the type, and how light it is. */
export type TypeTone = { colour: string; luminance: number }

/** What a form of a logo needs to be seen; WCAG asks as much of graphical objects. */
const SEEN = 3
/** A ground that changes under the logo can't be met everywhere: so much must be left at its worst. */
const SEEN_AT_WORST = 1.8
/** Less than half of the light between black and white, as eyes see it. */
const DARK_GROUND = 0.18

const LIGHT_PLATE = '#f6f5f2'
const DARK_PLATE = '#141416'

/** The form of a logo that can be seen on a ground: as it is, its shape in another colour, or on a plate. */
export function chooseLogoForm(
  { plain, dark }: Pick<BrandLogos, 'plain' | 'dark'>,
  ground: GroundTone,
  text: TypeTone,
): { form: LogoForm; warning?: RenderWarning } {
  const own = [plain, ...(dark ? [dark] : [])]
  // The form that was made for this ground is asked first.
  if (ground.mean < DARK_GROUND) own.reverse()
  const seen = own.find((logo) => isSeen(logo.luminance, ground))
  if (seen) return { form: showLogo(seen) }
  const oneColour = own.find(({ isOneColour }) => isOneColour)
  if (oneColour && isSeen(text.luminance, ground)) {
    const message =
      'The logo could not be seen on its ground, so its shape was drawn in the colour of the type. Give the brand a logoDarkUrl, or another colour.'
    return {
      form: { ...showLogo(oneColour), tint: text.colour },
      warning: { code: 'BRAND_LOGO_RECOLOURED', message },
    }
  }
  return putOnPlate(own, ground)
}

function putOnPlate(own: readonly Logo[], ground: GroundTone): { form: LogoForm; warning: RenderWarning } {
  const [logo] = own.toSorted(
    (a, b) => Math.abs(b.luminance - ground.mean) - Math.abs(a.luminance - ground.mean),
  )
  const plate = contrastOf(logo!.luminance, 1) > contrastOf(logo!.luminance, 0) ? LIGHT_PLATE : DARK_PLATE
  const message =
    'The logo could not be seen on its ground, so it stands on a plate. A form for dark grounds (logoDarkUrl) may do without.'
  return { form: { ...showLogo(logo!), plate }, warning: { code: 'BRAND_LOGO_ON_PLATE', message } }
}

function showLogo({ picture, sting }: Logo): LogoForm {
  return { picture, ...(sting && { sting }) }
}

function isSeen(luminance: number, { mean, dark, light }: GroundTone): boolean {
  const worst = Math.min(contrastOf(luminance, dark), contrastOf(luminance, light))
  return contrastOf(luminance, mean) >= SEEN && worst >= SEEN_AT_WORST
}

function contrastOf(a: number, b: number): number {
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}
