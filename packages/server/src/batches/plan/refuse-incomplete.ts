import { asksForLyrics } from '@songreel/render'
import { ServiceError } from '../../errors.ts'
import type { PlannedRender } from './plan-renders.ts'
import type { SongFacts } from './resolve-records.ts'

/** Videos that are to be made of a song; its id where there are other songs beside it. `isInline`: artist and song are made by this request. */
type Asked = { planned: readonly PlannedRender[]; song: SongFacts; mediaId?: string; isInline?: boolean }

/** Refuses videos for which the song lacks something that their template needs. */
export function refuseIncomplete({ planned, song, mediaId = '{mediaId}', isInline }: Asked): void {
  for (const { entry, contentId, needs, requiredData, background } of planned) {
    const lacks = findLack(needs, song, requiredData)
    if (!lacks) continue
    const instead = lacks.instead ? `, or send requiredData.${lacks.instead}` : ''
    const [owner, path] = lacks.isOfArtist ? ['artist', 'artists/{artistId}'] : ['media', `media/${mediaId}`]
    const asking = lacks.isBehind && background ? `background ${background}` : contentId
    const remedy = isInline
      ? `Send ${lacks.fields.map((name) => `${owner}.${INLINE_NAMES[name] ?? name}`).join(' or ')}`
      : `Give it ${lacks.fields.join(' or ')} with PUT /v1/${path}`
    const message = `renders[${entry}]: ${asking} needs ${lacks.what}, and the ${owner} has none. ${remedy}${instead}.`
    const field = lacks.isBehind && background ? 'background' : 'contentId'
    const details = [{ field: `renders[${entry}].${field}`, code: 'MEDIA_INCOMPLETE', message }]
    throw new ServiceError('MEDIA_INCOMPLETE', { message, details })
  }
}

/** Fields that have another name in a batch's inline records. */
const INLINE_NAMES: Record<string, string> = { imageUrl: 'artworkUrl' }

/** `isBehind`: it may be what lies behind the look that is missing. */
type Lack = {
  what: string
  fields: string[]
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
  if (needs.audio && !song.audioAssetId) return { what: 'a song', fields: ['audioUrl'] }
  const hasLyrics = song.lyricsAssetId !== null || data.lyrics !== undefined
  if (asksForLyrics(needs, data) === 'REQUIRED' && !hasLyrics)
    return { what: 'lyrics', fields: ['lyricsUrl', 'lyricsText'], instead: needs.lyricsUnless }
  if (needs.clips && song.videoAssetIds.length < needs.clips.min)
    return { what: 'videos', fields: ['videoUrls'], isBehind: true }
  if (needs.photo === 'REQUIRED' && song.artistImageId === null)
    return { what: 'a photograph', fields: ['imageUrl'], isBehind: true, isOfArtist: true }
  return undefined
}
