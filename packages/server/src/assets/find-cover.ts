/** The pictures that a song may be shown with; null where there is none. */
export type CoverIds = {
  mediaImageId: string | null
  bundleImageId: string | null
  artistImageId: string | null
}

/** The nearest picture: the song's, else the album's, else the artist's; and the field that named it. */
export function findCover({ mediaImageId, bundleImageId, artistImageId }: CoverIds) {
  if (mediaImageId !== null) return { assetId: mediaImageId, field: 'media.imageUrl' }
  if (bundleImageId !== null) return { assetId: bundleImageId, field: 'mediaBundle.imageUrl' }
  return { assetId: artistImageId, field: 'artist.imageUrl' }
}
