import type { BrandLogo } from '@songreel/contract'
import type { Brand, BrandInput, BrandPatch } from '@songreel/sdk'

/** The files of a brand, by the field that takes their addresses. */
export const FILE_FIELDS = {
  logoUrl: 'logoAssetId',
  logoDarkUrl: 'logoDarkAssetId',
  logoAnimationUrl: 'logoAnimationAssetId',
  titleFontUrl: 'titleFontAssetId',
  textFontUrl: 'textFontAssetId',
  introUrl: 'introAssetId',
  outroUrl: 'outroAssetId',
  endCardAnimationUrl: 'endCardAnimationAssetId',
} as const
export type FileField = keyof typeof FILE_FIELDS

/** The colours of a brand, in the order in which people think of them. */
export const COLOUR_ROLES = ['background', 'text', 'accent', 'accent2'] as const
export type ColourRole = (typeof COLOUR_ROLES)[number]

/** A file that the server has; `url` is its address if it was uploaded here and is not saved yet. */
export type DraftFile = { assetId: string; url?: string; name?: string }

/** How a logo is shown. */
export type LogoShown = BrandLogo

/** A brand as somebody is changing it. Empty texts are not set. */
export type BrandDraft = {
  name: string
  files: Partial<Record<FileField, DraftFile>>
  colours: Record<ColourRole, string>
  logo: LogoShown
  hasEndCard: boolean
  endCard: { text: string; linkUrl: string; secs: string }
}

const USUAL_LOGO: LogoShown = { place: 'AUTO', size: 'MEDIUM', opacity: 1, shows: 'ALWAYS' }
const WHOLE_COLOUR = /^#[0-9a-f]{6}$/

/** What is shown of a brand when nothing was changed yet; without one, of a new one. */
export function startDraft(brand: Brand | undefined): BrandDraft {
  const files = Object.entries(FILE_FIELDS).flatMap(([field, kept]) => {
    const assetId = brand?.[kept]
    return assetId ? [[field, { assetId }]] : []
  })
  const { text = '', linkUrl = '', secs = '' } = brand?.endCard ?? {}
  return {
    name: brand?.name ?? '',
    files: Object.fromEntries(files),
    colours: { background: '', text: '', accent: '', accent2: '', ...brand?.colors },
    logo: (brand?.logo as LogoShown | null | undefined) ?? USUAL_LOGO,
    hasEndCard: Boolean(brand?.endCard),
    endCard: { text, linkUrl, secs: String(secs) },
  }
}

/** The files that are worn, by their ids. */
export function listFiles({ files }: BrandDraft): string[] {
  return Object.values(files).map(({ assetId }) => assetId)
}

/** A colour as the API takes it; undefined while it is being typed. */
export function readColour(text: string): string | undefined {
  const lower = text.trim().toLowerCase()
  const hex = lower.startsWith('#') ? lower : `#${lower}`
  const whole = /^#[0-9a-f]{3}$/.test(hex) ? hex.replace(/[0-9a-f]/g, '$&$&') : hex
  return WHOLE_COLOUR.test(whole) ? whole : undefined
}

/** What is different from the brand that is stored, as the API takes it; what is half typed is left as it was. */
export function composePatch(draft: BrandDraft, brand: Brand | undefined): BrandPatch {
  const before = startDraft(brand)
  const colours = COLOUR_ROLES.flatMap((role) => {
    const text = draft.colours[role].trim()
    const colour = text === '' ? null : readColour(text)
    return colour === undefined || colour === (before.colours[role] || null) ? [] : [[role, colour]]
  })
  const logo = Object.entries(draft.logo).filter(([key, value]) => value !== before.logo[key as 'place'])
  const name = draft.name.trim()
  return {
    ...(name !== before.name && name && { name }),
    ...patchFiles(draft, brand),
    ...(colours.length > 0 && { colors: Object.fromEntries(colours) }),
    ...(logo.length > 0 && { logo: Object.fromEntries(logo) }),
    ...patchEndCard(draft, before),
  }
}

function patchFiles({ files }: BrandDraft, brand: Brand | undefined): BrandPatch {
  const changes = Object.entries(FILE_FIELDS).flatMap(([field, kept]) => {
    const file = files[field as FileField]
    if (file?.url) return [[field, file.url]]
    return brand?.[kept] && !file ? [[field, null]] : []
  })
  return Object.fromEntries(changes)
}

function patchEndCard({ hasEndCard, endCard }: BrandDraft, before: BrandDraft): BrandPatch {
  if (!hasEndCard) return before.hasEndCard ? { endCard: null } : {}
  const start = before.hasEndCard ? before.endCard : { text: '', linkUrl: '', secs: '' }
  const set = {
    ...(endCard.text.trim() !== start.text && { text: endCard.text.trim() || null }),
    ...(endCard.linkUrl.trim() !== start.linkUrl &&
      isWholeLink(endCard.linkUrl) && { linkUrl: endCard.linkUrl.trim() || null }),
    ...(endCard.secs !== start.secs &&
      isLength(endCard.secs) && { secs: endCard.secs === '' ? null : Number(endCard.secs) }),
  }
  return before.hasEndCard && Object.keys(set).length === 0 ? {} : { endCard: set }
}

function isWholeLink(text: string): boolean {
  return text.trim() === '' || (URL.canParse(text.trim()) && /^https?:/.test(text.trim()))
}

function isLength(secs: string): boolean {
  return secs === '' || (Number(secs) >= 1 && Number(secs) <= 10)
}

/** The body that creates a brand: what is not set is left out. */
export function composeInput(draft: BrandDraft): BrandInput {
  const { endCard, ...patch } = composePatch(draft, undefined)
  const card = Object.entries(endCard ?? {}).filter(([, value]) => value !== null)
  const usual = endCard && { endCard: Object.fromEntries(card) }
  return { ...(patch as Omit<BrandInput, 'name' | 'endCard'>), name: draft.name.trim(), ...usual }
}

/** What cannot be sent yet, by field. */
export function findFaults({ name, colours, hasEndCard, endCard }: BrandDraft): Record<string, string> {
  const wrong = COLOUR_ROLES.filter((role) => colours[role].trim() !== '' && !readColour(colours[role]))
  return {
    ...(name.trim() === '' && { name: 'A brand needs a name.' }),
    ...Object.fromEntries(wrong.map((role) => [`colors.${role}`, 'A colour such as #ff3366'])),
    ...(hasEndCard && !isWholeLink(endCard.linkUrl) && { 'endCard.linkUrl': 'An address such as https://…' }),
    ...(hasEndCard && !isLength(endCard.secs) && { 'endCard.secs': 'From 1 to 10 seconds' }),
  }
}
