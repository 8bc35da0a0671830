import { RenderError } from '@songreel/kit/core'

/** What a song lasts at most, unless told otherwise. */
export const MAX_SONG_SECS = 2 * 60 * 60

/** A song of more than the seconds that are allowed. */
export function tooLong(maxSecs: number): RenderError {
  const limit = maxSecs < 600 ? `${maxSecs} s` : `${Math.round(maxSecs / 60)} min`
  return new RenderError('ASSET_TOO_LARGE', `The song is longer than ${limit}.`, { maxSecs })
}
