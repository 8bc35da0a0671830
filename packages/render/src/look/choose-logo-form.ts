import { type LogoForm, luminance, parseHex } from '@songreel/kit/input'
import type { Logo } from '../brand/read-logo.ts'
import type { RenderWarning } from '../plan/render-plan.ts'
import type { BrandLogos } from '../scene/scene-brand.ts'

/** How light a ground is, in relative luminance: its mean, and what is darker and lighter than most of it. */
export type GroundTone = { mean: number; dark: number; light: number }

/** How light it is in the places that a look has for the logo itself, by their names. */
export type OwnGrounds = Readonly<Record<string, GroundTone>>

/** A colour, and how light it is. */
export type Tone = { colour: string; luminance: number }

/** The type that stands beside a logo, and the colours of which a plate below it may be, best first. */
export type TypeTone = Tone & { plates?: readonly Tone[] }

/** What a form of a logo needs to be seen; WCAG asks as much of graphical objects. */
const SEEN = 3
/** A ground that changes under the logo can't be met everywhere: so much must be left at its worst. */
const SEEN_AT_WORST = 2.1
/** Lines need more of both than areas. */
const SEEN_THIN = 1.5
/** What of its outlines comes nearer to its ground than this is lost, */
const LOST = 1.4
/** and no more of them may be: a dot is much of a logo. */
const MOST_LOST = 0.03
/** What is nearer than this to its ground is faint, */
const FAINT = 2
/** and where more of the outlines are, a light part of the logo makes up for a dark one that nobody reads. */
const MOST_FAINT = 0.3
/** With so much of its outlines parted from the ground a logo is seen, however light it is on the whole: a black badge with a picture in it. */
const LEAST_PARTED = 0.9
/** Less than half of the light between black and white, as eyes see it. */
const DARK_GROUND = 0.18

const LIGHT_PLATE = '#f6f5f2'
const DARK_PLATE = '#141416'
/** As far from white as from black. */
const MIDDLE_PLATE = '#767472'

/** The form of a logo that can be seen on a ground: as it is, its shape in another colour, or on a plate; on a pattern always on a plate. */
export function chooseLogoForm(
  { plain, dark }: Pick<BrandLogos, 'plain' | 'dark'>,
  ground: GroundTone,
  text: TypeTone,
  { onPattern = false }: { onPattern?: boolean | undefined } = {},
): { form: LogoForm; warning?: RenderWarning } {
  const own = [plain, ...(dark ? [dark] : [])]
  if (onPattern) return putOnPlate(own, ground, text.plates)
  // The form that was made for this ground is asked first.
  if (ground.mean < DARK_GROUND) own.reverse()
  const seen = own.find((logo) => isSeen(logo, ground))
  if (seen) return { form: showLogo(seen) }
  const oneColour = own.find(({ isOneColour }) => isOneColour)
  if (oneColour && isSeen({ ...oneColour, luminance: text.luminance, outlines: [] }, ground)) {
    const message =
      'The logo could not be seen on its ground, so its shape was drawn in the colour of the type. Give the brand a logoDarkUrl, or another colour.'
    return {
      form: { ...showLogo(oneColour), tint: text.colour },
      warning: { code: 'BRAND_LOGO_RECOLOURED', message },
    }
  }
  return putOnPlate(own, ground, text.plates)
}

function putOnPlate(
  own: readonly Logo[],
  ground: GroundTone,
  plates: readonly Tone[] = [],
): { form: LogoForm; warning: RenderWarning } {
  const { logo, plate } = choosePlate(own, plates) ?? mixPlate(own, ground)
  const message =
    'The logo could not be seen on its ground, so it stands on a plate. A form for dark grounds (logoDarkUrl) may do without.'
  return { form: { ...showLogo(logo), plate }, warning: { code: 'BRAND_LOGO_ON_PLATE', message } }
}

type Plated = { logo: Logo; plate: string }

/** The first of the brand's own colours on which a form of the logo is seen. */
function choosePlate(own: readonly Logo[], plates: readonly Tone[]): Plated | undefined {
  for (const { colour, luminance } of plates) {
    const logo = own.find((each) => isSeen(each, { mean: luminance, dark: luminance, light: luminance }))
    if (logo) return { logo, plate: colour }
  }
  return undefined
}

/** Nearly white or nearly black, for brands that have no colour for it; between them for a logo that has both. */
function mixPlate(own: readonly Logo[], ground: GroundTone): Plated {
  const [logo] = own.toSorted(
    (a, b) => Math.abs(b.luminance - ground.mean) - Math.abs(a.luminance - ground.mean),
  )
  const isDark = contrastOf(logo!.luminance, 1) > contrastOf(logo!.luminance, 0)
  const plates = isDark ? [LIGHT_PLATE, DARK_PLATE, MIDDLE_PLATE] : [DARK_PLATE, LIGHT_PLATE, MIDDLE_PLATE]
  const tried = plates.map((plate) => {
    const mean = luminance(parseHex(plate))
    return { plate, lost: findLost(logo!, mean), isSeen: isSeen(logo!, { mean, dark: mean, light: mean }) }
  })
  const best = tried.find((each) => each.isSeen) ?? tried.toSorted((a, b) => a.lost - b.lost)[0]
  return { logo: logo!, plate: best!.plate }
}

function showLogo({ picture, sting }: Logo): LogoForm {
  return { picture, ...(sting && { sting }) }
}

function isSeen(logo: Seen, ground: GroundTone): boolean {
  if (findLost(logo, ground.mean) > MOST_LOST) return false
  if (shareWithin(logo, (tone) => contrastOf(tone, ground.mean) < FAINT) > MOST_FAINT) return false
  const stands = (tone: number) => partsFrom(tone, ground, logo.isThin)
  return stands(logo.luminance) || shareWithin(logo, stands) >= LEAST_PARTED
}

/** How much of its outlines is lost on a ground. */
function findLost(logo: Seen, ground: number): number {
  return shareWithin(logo, (tone) => contrastOf(tone, ground) < LOST)
}

function shareWithin({ outlines }: Seen, isSo: (tone: number) => boolean): number {
  return outlines.reduce((sum, outline) => (isSo(outline.luminance) ? sum + outline.share : sum), 0)
}

function partsFrom(tone: number, { mean, dark, light }: GroundTone, isThin: boolean): boolean {
  const worst = Math.min(contrastOf(tone, dark), contrastOf(tone, light))
  const more = isThin ? SEEN_THIN : 1
  return contrastOf(tone, mean) >= SEEN * more && worst >= SEEN_AT_WORST * more
}

type Seen = Pick<Logo, 'luminance' | 'isThin' | 'outlines'>

function contrastOf(a: number, b: number): number {
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}
