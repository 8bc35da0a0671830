import { asksForLyrics } from '@songreel/render'
import { ServiceError } from '../../errors.ts'
import type { PlannedRender } from './plan-renders.ts'
import type { SongFacts } from './resolve-records.ts'

/** Videos that are to be made of a song; its id where there are other songs beside it. */
type Asked = { planned: readonly PlannedRender[]; song: SongFacts; mediaId?: string }

/** Refuses videos for which the song lacks something that their template needs. */
export function refuseIncomplete({ planned, song, mediaId = '{mediaId}' }: Asked): void {
  for (const { entry, contentId, needs, requiredData, background } of planned) {
    const lacks = findLack(needs, song, requiredData)
    if (!lacks) continue
    const instead = lacks.instead ? `, or send requiredData.${lacks.instead}` : ''
    const [owner, path] = lacks.isOfArtist ? ['artist', 'artists/{artistId}'] : ['media', `media/${mediaId}`]
    const asking = lacks.isBehind && background ? `background ${background}` : contentId
    const message = `renders[${entry}]: ${asking} needs ${lacks.what}, and the ${owner} has none. Give it ${lacks.field} with PUT /v1/${path}${instead}.`
    const field = lacks.isBehind && background ? 'background' : 'contentId'
    const details = [{ field: `renders[${entry}].${field}`, code: 'MEDIA_INCOMPLETE', message }]
    throw new ServiceError('MEDIA_INCOMPLETE', { message, details })
  }
}

/** `isBehind`: it may be what lies behind the look that is missing. */
type Lack = {
  what: string
  field: string
  instead?: string | undefined
  isBehind?: boolean
  isOfArtist?: boolean
}

/** What a template needs and a song does not have, if there is such a thing. */
export function findLack(
  needs: PlannedRender['needs'],
  song: SongFacts,
  data: Record<string, unknown>,
): Lack | undefined {
  if (needs.audio && !song.audioAssetId) return { what: 'a song', field: 'audioUrl' }
  const hasLyrics = song.lyricsAssetId !== null || data.lyrics !== undefined
  if (asksForLyrics(needs, data) === 'REQUIRED' && !hasLyrics)
    return { what: 'lyrics', field: 'lyricsUrl or lyricsText', instead: needs.lyricsUnless }
  if (needs.clips && song.videoAssetIds.length < needs.clips.min)
    return { what: 'videos', field: 'videoUrls', isBehind: true }
  if (needs.photo === 'REQUIRED' && song.artistImageId === null)
    return { what: 'a photograph', field: 'imageUrl', isBehind: true, isOfArtist: true }
  return undefined
}
