/** Who can name the brand of a video, the most special first. */
export type BrandSource = 'RENDER' | 'BATCH' | 'ARTIST' | 'ORGANIZATION'

/** The brand of a video and who named it; nobody named any if the source is null, and none was asked for if only the id is. */
export type ChosenBrand = { brandId: string | null; brandSource: BrandSource | null }

/** What each of them says: undefined is nothing. Of an order, null is "none"; artists and organizations have one or none. */
export type BrandWishes = {
  render?: string | null | undefined
  batch?: string | null | undefined
  artist?: string | null | undefined
  organization?: string | null | undefined
}

/** The first that is set wins. */
export function chooseBrand({ render, batch, artist, organization }: BrandWishes): ChosenBrand {
  if (render !== undefined) return { brandId: render, brandSource: 'RENDER' }
  if (batch !== undefined) return { brandId: batch, brandSource: 'BATCH' }
  if (artist) return { brandId: artist, brandSource: 'ARTIST' }
  if (organization) return { brandId: organization, brandSource: 'ORGANIZATION' }
  return { brandId: null, brandSource: null }
}

/** What the order itself said, of a brand that was chosen then: what artist and organization have may be another now. */
export function readOrdered({ brandId, brandSource }: ChosenBrand): Pick<BrandWishes, 'render' | 'batch'> {
  if (brandSource === 'RENDER') return { render: brandId }
  return brandSource === 'BATCH' ? { batch: brandId } : {}
}
