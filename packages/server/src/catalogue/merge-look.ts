import { BrandLogo, type BrandPatch } from '@songreel/contract'
import type { BrandLook } from '../store/brands.ts'

const DEFAULT_LOGO = BrandLogo.parse({})

/** What changes of a brand's look: nothing sent leaves a part, null empties it, and inside of one each field is sent, left or emptied. */
export function mergeLook(
  now: BrandLook,
  { colors, logo, endCard }: Pick<BrandPatch, 'colors' | 'logo' | 'endCard'>,
): Partial<BrandLook> {
  return {
    ...merge('colors', now.colors, colors),
    ...merge('logo', now.logo ?? DEFAULT_LOGO, logo),
    ...merge('endCard', now.endCard, endCard),
  }
}

function merge<Part extends keyof BrandLook>(
  part: Part,
  now: BrandLook[Part],
  sent: object | null | undefined,
): Partial<BrandLook> {
  if (sent === undefined) return {}
  if (sent === null) return { [part]: null }
  const given = Object.entries({ ...now, ...sent }).filter(
    ([, value]) => value !== null && value !== undefined,
  )
  return { [part]: Object.fromEntries(given) }
}
