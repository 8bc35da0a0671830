import { z } from 'zod'
import { idInput, idOf } from './ids.ts'
import { DeletedAt, DeletedOnly, IdList, PageQuery, pageOf, SearchText } from './lists.ts'
import { BRAND_FIELDS } from './record-fields.ts'
import { inputShape, patchShape } from './record-shapes.ts'
import { clearable, Name, text } from './text.ts'
import { HttpUrl } from './url.ts'

const MAX_END_CARD_CHARACTERS = 120
const MIN_OPACITY = 0.1

/** Path of one brand. */
export const BrandPath = z.object({ brandId: idInput('brand').describe('The brand') })

/** A colour as the web writes it, with six digits. */
const Colour = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^#[0-9a-f]{6}$/, 'must be a colour such as #ff3366')
  .meta({ example: '#ff3366' })

/** The colours of a brand; what is absent comes from the cover. */
export const BrandColors = z.object({
  background: Colour.optional().describe('What everything stands on; it also decides between light and dark'),
  text: Colour.optional().describe('Titles, names and lyrics'),
  accent: Colour.optional().describe('What moves and shines'),
  accent2: Colour.optional().describe('A second accent, where a template has two'),
})
export type BrandColors = z.infer<typeof BrandColors>

/** How a brand's logo is shown. */
export const BrandLogo = z.object({
  place: z
    .enum(['TOP_LEFT', 'TOP_RIGHT', 'BOTTOM_LEFT', 'BOTTOM_RIGHT', 'AUTO'])
    .default('AUTO')
    .describe('Which corner; `AUTO` takes the one that suits the template best'),
  size: z.enum(['SMALL', 'MEDIUM', 'LARGE']).default('MEDIUM').describe('How large'),
  opacity: z.number().min(MIN_OPACITY).max(1).default(1).describe('1 is opaque'),
  shows: z
    .enum(['ALWAYS', 'START', 'END'])
    .default('ALWAYS')
    .describe('All the time, or for the first or the last three seconds'),
})
export type BrandLogo = z.infer<typeof BrandLogo>

/** What stands at the end of a video, from a bar on. */
export const BrandEndCard = z.object({
  text: text(MAX_END_CARD_CHARACTERS, 1).optional().describe('A line, such as "Out now"'),
  linkUrl: HttpUrl.optional().describe(
    'An address, never fetched: shown as text, and as a QR code in wide and square videos',
  ),
  secs: z.number().min(1).max(10).optional().describe('How long it stands, about; default 3'),
})
export type BrandEndCard = z.infer<typeof BrandEndCard>

/** Body of POST /v1/brands. */
export const BrandInput = z.object({
  name: Name.describe('What you call it'),
  ...inputShape(BRAND_FIELDS),
  colors: BrandColors.optional().describe('Its colours; those you leave out come from the cover'),
  logo: BrandLogo.optional().describe('Where, how large and when the logo is shown'),
  endCard: BrandEndCard.optional().describe('What stands at the end of a video; leave it out for none'),
})
export type BrandInput = z.infer<typeof BrandInput>

const ColorsPatch = z.object({
  background: clearable(Colour).describe('A new background; null for that of the cover'),
  text: clearable(Colour).describe('A new colour of type; null for that of the cover'),
  accent: clearable(Colour).describe('A new accent; null for that of the cover'),
  accent2: clearable(Colour).describe('A new second accent; null for that of the cover'),
})
const LogoPatch = z.object({
  place: BrandLogo.shape.place.unwrap().optional().describe('Which corner'),
  size: BrandLogo.shape.size.unwrap().optional().describe('How large'),
  opacity: BrandLogo.shape.opacity.unwrap().optional().describe('1 is opaque'),
  shows: BrandLogo.shape.shows.unwrap().optional().describe('All the time, at the start or at the end'),
})
const EndCardPatch = z.object({
  text: clearable(text(MAX_END_CARD_CHARACTERS, 1)).describe('A new line; null removes it'),
  linkUrl: clearable(HttpUrl).describe('A new address; null removes it'),
  secs: clearable(BrandEndCard.shape.secs.unwrap()).describe('How long it stands; null for the default'),
})

/** Body of PUT and PATCH /v1/brands/{brandId}: only what is sent changes. */
export const BrandPatch = z.object({
  name: Name.optional().describe('What you call it'),
  ...patchShape(BRAND_FIELDS),
  colors: clearable(ColorsPatch).describe('New colours, those you send; null removes all'),
  logo: clearable(LogoPatch).describe('How the logo is shown, what you send of it; null for the defaults'),
  endCard: clearable(EndCardPatch).describe('A changed end card, what you send of it; null removes it'),
})
export type BrandPatch = z.infer<typeof BrandPatch>

/** What creating a brand returns. */
export const BrandCreated = z.object({
  brandId: idOf('brand').describe('Id of the new brand'),
  name: z.string().describe('Its name'),
})
export type BrandCreated = z.infer<typeof BrandCreated>

const AssetId = idOf('asset').nullable()

/** The brand record. */
export const Brand = z.object({
  brandId: idOf('brand').describe('Id of the brand'),
  name: z.string().describe('What you call it'),
  logoAssetId: AssetId.describe('The logo; null if there is none'),
  logoDarkAssetId: AssetId.describe('The form of the logo for dark grounds; null if there is none'),
  logoAnimationAssetId: AssetId.describe('The logo that plays; null if there is none'),
  titleFontAssetId: AssetId.describe('The font of titles; null for those of the templates'),
  textFontAssetId: AssetId.describe('The font of all other text; null for those of the templates'),
  introAssetId: AssetId.describe('The clip at the start; null if there is none'),
  outroAssetId: AssetId.describe('The clip at the end; null if there is none'),
  endCardAnimationAssetId: AssetId.describe('The animation on the end card; null if there is none'),
  colors: BrandColors.nullable().describe('Its colours; null if it has none of its own'),
  logo: BrandLogo.required().nullable().describe('How the logo is shown; null for the defaults'),
  endCard: BrandEndCard.nullable().describe('What stands at the end of a video; null for none'),
})
export type Brand = z.infer<typeof Brand>

/** What deleting a brand returns. */
export const BrandDeleted = z.object({
  brandId: idOf('brand').describe('The brand that was deleted'),
  deleted: z.literal(true).describe('Always true'),
})
export type BrandDeleted = z.infer<typeof BrandDeleted>

/** Query of GET /v1/brands. */
export const BrandQuery = PageQuery.extend({
  q: SearchText.optional(),
  ids: IdList.optional().meta({ description: 'Only these, by their ids: up to 100, separated by commas' }),
  deleted: DeletedOnly,
})
export type BrandQuery = z.infer<typeof BrandQuery>

/** A brand in a list. */
export const ListedBrand = Brand.extend({ deletedAt: DeletedAt })
export type ListedBrand = z.infer<typeof ListedBrand>

export const BrandPage = pageOf(ListedBrand)

/** Which brand an order names; null: none, whatever the artist and the organization have. */
export const BrandChoice = idInput('brand').nullable().optional()
