import { songreel } from '../client.ts'

const SHOWN = 10

/** Artists whose names hold these words. */
export async function suggestArtists(q: string): Promise<string[]> {
  const { items } = await songreel.artists.list({ q, limit: SHOWN })
  return [...new Set(items.map(({ name }) => name))]
}

/** Albums whose names hold these words. */
export async function suggestAlbums(q: string): Promise<string[]> {
  const { items } = await songreel.mediaBundles.list({ q, limit: SHOWN })
  return [...new Set(items.map(({ name }) => name))]
}
