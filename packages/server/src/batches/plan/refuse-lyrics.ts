import { RenderError, refuseUntimed } from '@songreel/render'
import { ServiceError } from '../../errors.ts'
import { getAssetRow } from '../../store/assets.ts'
import type { Db } from '../../store/schema.ts'
import type { PlannedRender } from './plan-renders.ts'
import type { SongFacts } from './resolve-records.ts'

/** Refuses lyrics that a template cannot use, where it is known already: those still on their way are seen to by the render. */
export async function refuseLyrics(
  db: Db,
  orgId: string,
  { planned, song }: { planned: readonly PlannedRender[]; song: SongFacts },
): Promise<void> {
  const concerned = planned.filter(({ needs }) => needs.lyrics)
  if (song.lyricsAssetId === null || concerned.length === 0) return
  const { lyrics, error } = await getAssetRow(db, orgId, song.lyricsAssetId)
  for (const { entry, contentId, needs } of concerned) {
    const field = `renders[${entry}].contentId`
    const problem = error?.code === 'LYRICS_INVALID' ? error.message : undefined
    const untimed =
      lyrics && needs.lyricsTiming === 'WORD' ? findUntimed(lyrics.timing, contentId) : undefined
    const reason = problem ?? untimed
    if (reason === undefined) continue
    const message = `renders[${entry}]: ${reason}`
    const details = [{ field, code: 'LYRICS_INVALID', message }]
    throw new ServiceError('LYRICS_INVALID', { message, details })
  }
}

function findUntimed(timing: Parameters<typeof refuseUntimed>[0]['timing'], contentId: string) {
  try {
    refuseUntimed({ timing }, contentId)
    return undefined
  } catch (error) {
    if (error instanceof RenderError) return error.message
    throw error
  }
}
