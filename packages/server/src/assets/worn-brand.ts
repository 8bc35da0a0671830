import type { Brand } from '@songreel/contract'
import type { Template } from '@songreel/kit'
import type { BrandFiles, BrandPlan } from '@songreel/render'

/** What a file is to a brand. */
export type BrandRole = keyof BrandFiles

/** A brand as one video wears it: what the engine is told, and the files that it shows. */
export type WornBrand = {
  brandId: string
  plan: BrandPlan
  files: { role: BrandRole; assetId: string; field: string }[]
}

const DEFAULT_LOGO = { place: 'AUTO', size: 'MEDIUM', opacity: 1, shows: 'ALWAYS' } as const

/** Where a brand keeps each file, and which field names it. */
const ROLES = {
  logo: { keeps: 'logoAssetId', field: 'brand.logoUrl' },
  logoDark: { keeps: 'logoDarkAssetId', field: 'brand.logoDarkUrl' },
  logoAnimation: { keeps: 'logoAnimationAssetId', field: 'brand.logoAnimationUrl' },
  titleFont: { keeps: 'titleFontAssetId', field: 'brand.titleFontUrl' },
  textFont: { keeps: 'textFontAssetId', field: 'brand.textFontUrl' },
  intro: { keeps: 'introAssetId', field: 'brand.introUrl' },
  outro: { keeps: 'outroAssetId', field: 'brand.outroUrl' },
  endCardAnimation: { keeps: 'endCardAnimationAssetId', field: 'brand.endCardAnimationUrl' },
} as const satisfies Record<BrandRole, { keeps: keyof Brand; field: string }>

const CLIPS: BrandRole[] = ['intro', 'outro']
const MARKS: BrandRole[] = ['logo', 'logoDark', 'logoAnimation']
const CARDS: BrandRole[] = ['endCardAnimation']

/** What decides how much of a brand a video shows. */
export type Wearer = { template: Pick<Template, 'defaults'>; isAlbum: boolean }

/**
 * What a video takes of a brand. Loops are for platforms that forbid names and logos, so they wear fonts and colours only;
 * albums begin and end with their songs. What is not shown is neither waited for, nor makes a video stale.
 */
export function describeWorn(brand: Brand, { template, isAlbum }: Wearer): WornBrand {
  const isLoop = template.defaults.excerpt.kind === 'LOOP'
  const hidden = [...(isLoop || isAlbum ? CLIPS : []), ...(isLoop ? [...MARKS, ...CARDS] : [])]
  const files = (Object.keys(ROLES) as BrandRole[]).flatMap((role) => {
    const { keeps, field } = ROLES[role]
    const assetId = brand[keeps]
    return assetId === null || hidden.includes(role) ? [] : [{ role, assetId, field }]
  })
  const { brandId, name, colors, logo, endCard } = brand
  const hasLogo = files.some(({ role }) => MARKS.includes(role))
  const plan: BrandPlan = {
    name,
    ...(colors && { colors }),
    ...(hasLogo && { logo: logo ?? DEFAULT_LOGO }),
    // An animation is reason enough for a card.
    ...((endCard ?? brand.endCardAnimationAssetId) && !isLoop && { endCard: endCard ?? {} }),
  }
  return { brandId, plan, files }
}
