import { parseLyrics, refuseUntimed } from '@songreel/kit/lyrics'
import { asksForLyrics, RenderError } from '@songreel/render'
import { ServiceError } from '../../errors.ts'
import { type AssetRow, getAssetRow } from '../../store/assets.ts'
import type { Db } from '../../store/schema.ts'
import type { PlannedRender } from './plan-renders.ts'
import type { SongFacts } from './resolve-records.ts'

/** Refuses lyrics that a template cannot use, where it is known already: those still on their way are seen to by the render. */
export async function refuseLyrics(
  db: Db,
  orgId: string,
  { planned, song }: { planned: readonly PlannedRender[]; song: SongFacts },
): Promise<void> {
  const concerned = planned.filter(({ needs, requiredData }) => asksForLyrics(needs, requiredData))
  if (concerned.length === 0) return
  const asset = song.lyricsAssetId === null ? undefined : await getAssetRow(db, orgId, song.lyricsAssetId)
  for (const render of concerned) {
    const isOwn = typeof render.requiredData.lyrics === 'string'
    const reason = findReason(render, asset)
    if (reason === undefined) continue
    const field = `renders[${render.entry}].${isOwn ? 'requiredData.lyrics' : 'contentId'}`
    const message = `${field}: ${reason}`
    const details = [{ field, code: 'LYRICS_INVALID', message }]
    throw new ServiceError('LYRICS_INVALID', { message, details })
  }
}

/** The video's own lyrics come before those of the song. */
function findReason({ contentId, needs, requiredData }: PlannedRender, asset: AssetRow | undefined) {
  const { lyrics: own } = requiredData
  if (typeof own !== 'string' && asset?.error?.code === 'LYRICS_INVALID') return asset.error.message
  try {
    const known = typeof own === 'string' ? parseLyrics(own, 0) : asset?.lyrics
    if (known && needs.lyricsTiming === 'WORD') refuseUntimed(known, contentId)
    return undefined
  } catch (error) {
    if (error instanceof RenderError) return error.message
    throw error
  }
}
