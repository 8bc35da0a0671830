import type { Songreel } from '@songreel/sdk'
import { findFile } from '../songs/find-file.ts'

/** The address of a file: as it is, or that of its upload. */
export async function uploadUnlessUrl(
  client: Songreel,
  place: string,
  { signal }: { signal: AbortSignal },
): Promise<string> {
  if (/^https?:\/\//i.test(place)) return place
  return (await client.uploads.create(await findFile(place, 'file'), { signal })).url
}
