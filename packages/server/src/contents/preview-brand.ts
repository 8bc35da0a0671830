import { BRAND_FIELDS, type Brand, type PreviewInput } from '@songreel/contract'
import { describeWorn, type WornBrand } from '../assets/worn-brand.ts'
import { findUploads, type WantedAsset } from '../catalogue/asset-records.ts'
import type { OfferedTemplate } from '../catalogue/find-templates.ts'
import { mergeLook } from '../catalogue/merge-look.ts'
import { invalidField } from '../errors.ts'
import type { Services } from '../services.ts'
import { demandBrand } from '../store/brands.ts'
import { chooseBrand } from '../store/choose-brand.ts'
import { findMediaIds } from '../store/media.ts'
import { findWornBrand } from '../store/worn-brands.ts'

/** What a preview is asked for, and by whom. */
type Asked = { loaded: OfferedTemplate; input: PreviewInput; orgId: string }
type Trial = NonNullable<PreviewInput['brand']>

/** A brand of which nothing is set, to try something on. */
const BLANK: Brand = {
  brandId: '',
  name: 'The brand',
  logoAssetId: null,
  logoDarkAssetId: null,
  logoAnimationAssetId: null,
  titleFontAssetId: null,
  textFontAssetId: null,
  introAssetId: null,
  outroAssetId: null,
  endCardAnimationAssetId: null,
  colors: null,
  logo: null,
  endCard: null,
}

/** The brand that a preview shows: what the video would wear, and what the request says of it. One that is named has to be there. */
export async function findPreviewBrand(
  services: Services,
  { input, orgId, loaded }: Asked,
): Promise<WornBrand | undefined> {
  const { db } = services
  const { brandId: render, mediaId, brand: trial } = input
  if (render) await demandBrand(db, orgId, { brandId: render, field: 'brandId' })
  const song = mediaId ? await findMediaIds(db, orgId, { mediaId }) : undefined
  const worn = await findWornBrand(db, orgId, { ...chooseBrand({ render }), artistId: song?.artistId })
  const brand = trial ? await tryOn(services, orgId, worn ?? BLANK, trial) : worn
  return brand ? describeWorn(brand, { template: loaded.template, isAlbum: false }) : undefined
}

/** The brand as it would be after such a change. */
async function tryOn(services: Services, orgId: string, brand: Brand, trial: Trial): Promise<Brand> {
  const changed: Brand = { ...brand, ...mergeLook(brand, trial) }
  for (const name of Object.keys(BRAND_FIELDS) as (keyof typeof BRAND_FIELDS)[]) {
    const url = trial[name]
    if (url === undefined) continue
    const { keeps, asset } = BRAND_FIELDS[name]
    const wanted = url !== null && { field: `brand.${name}`, kind: asset, url }
    changed[keeps] = wanted ? await findUpload(services, orgId, wanted) : null
  }
  return changed
}

/** A preview waits for nothing and fetches nothing, so that it takes files which are here. */
async function findUpload(services: Services, orgId: string, wanted: WantedAsset): Promise<string> {
  const upload = (await findUploads(services, services.db, orgId, [wanted])).get(wanted)
  if (!upload)
    throw invalidField(
      wanted.field,
      'UPLOAD_NOT_FOUND',
      'must be an upload of yours: a preview fetches nothing',
    )
  return upload.assetId
}
