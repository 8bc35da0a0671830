import type { AlbumRenderRequest, ReleasePack } from '../release-packs.ts'
import type { LeftOut } from '../release-record.ts'
import type { AlbumRenderKind, RenderRequest } from '../renders.ts'

/** What a template asks of a song. */
export type PackNeeds = {
  audio: boolean
  lyrics?: 'OPTIONAL' | 'REQUIRED'
  /** A field of its data that stands in for lyrics. */
  lyricsUnless?: string
  clips?: { min: number }
}

/** What a song of a release has. */
export type PackSong = {
  title: string
  hasAudio: boolean
  /** `UNKNOWN`: they are on their way, and nobody has looked into them yet. */
  lyrics: 'NONE' | 'UNTIMED' | 'TIMED' | 'UNKNOWN'
  clips: number
  /** Whether there is a photograph of its artist. */
  hasPhoto: boolean
}

/** What an album has. */
export type PackAlbum<Song extends PackSong> = { name: string; hasCover: boolean; songs: readonly Song[] }

/** A video that is made: of which songs, and what. `field` and `index` are where the pack asks for it. */
export type PackedRender<Song> = {
  field: string
  index: number
  request: RenderRequest
  kind: AlbumRenderKind | null
  songs: readonly Song[]
}

/** A video that is not made. */
export type LeftOutOf<Song> = Omit<LeftOut, 'mediaId' | 'message'> & { field: string; song: Song | null }

/** Turns a pack into the videos of an album, song after song, then those of the album as a whole, which take longest. What lacks something is left out, and said. */
export function expandPack<Song extends PackSong>(
  { renders }: Pick<ReleasePack, 'renders'>,
  album: PackAlbum<Song>,
  findNeeds: (contentId: string) => PackNeeds | undefined,
): { made: PackedRender<Song>[]; leftOut: LeftOutOf<Song>[] } {
  const made: PackedRender<Song>[] = []
  const leftOut: LeftOutOf<Song>[] = []
  for (const song of album.songs)
    for (const [index, request] of (renders.song ?? []).entries()) {
      const field = `pack.renders.song[${index}]`
      const reason = findLack(request, song, findNeeds(request.contentId))
      if (reason) leftOut.push({ field, song, contentId: request.contentId, reason })
      else made.push({ field, index, request, kind: null, songs: [song] })
    }
  for (const [index, { kind, ...request }] of (renders.album ?? []).entries()) {
    const field = `pack.renders.album[${index}]`
    const { songs, reason } = chooseAlbumSongs({ kind, ...request }, album, findNeeds(request.contentId))
    if (reason) leftOut.push({ field, song: null, contentId: request.contentId, reason })
    else made.push({ field, index, request, kind, songs })
  }
  return { made, leftOut }
}

/** Why a template cannot make this kind of video of an album; undefined where it can. */
export function describeKindMisfit(kind: AlbumRenderKind, needs: PackNeeds): string | undefined {
  if (kind === 'ARTWORK')
    return needs.audio ? 'shows a song, and ARTWORK is about the cover alone. Choose a loop' : undefined
  return needs.audio ? undefined : `plays no song, so it cannot be a ${kind}. Choose a template with sound`
}

/** How long a sampler is: so much of every song at most, and so much in all. */
export function chooseSamplerSecs(songs: number): number {
  return Math.min(SAMPLER_SECS, songs * SAMPLER_SONG_SECS)
}

const SAMPLER_SECS = 60
const SAMPLER_SONG_SECS = 12

type Lack = LeftOut['reason']

/** The album's own videos take the songs that have what they need; artwork is about the cover alone. */
function chooseAlbumSongs<Song extends PackSong>(
  request: AlbumRenderRequest,
  { songs, hasCover }: PackAlbum<Song>,
  needs: PackNeeds | undefined,
): { songs: readonly Song[]; reason?: Lack } {
  if (request.kind === 'ARTWORK')
    return hasCover ? { songs: songs.slice(0, 1) } : { songs: [], reason: 'NO_COVER' }
  const lacks = songs.map((song) => findLack(request, song, needs && { ...needs, audio: true }))
  const fitting = songs.filter((_, index) => lacks[index] === undefined)
  if (fitting.length > 0) return { songs: fitting }
  return { songs: [], reason: lacks.find((lack) => lack !== undefined) ?? 'NO_AUDIO' }
}

/** A song without sound has nothing that could be released, not even a loop. */
function findLack(
  { requiredData = {}, background }: RenderRequest,
  { hasAudio, lyrics, clips, hasPhoto }: PackSong,
  needs: PackNeeds | undefined,
): Lack | undefined {
  if (!hasAudio) return 'NO_AUDIO'
  if (!needs) return undefined
  const isGiven = (field: string | undefined) => field !== undefined && requiredData[field] !== undefined
  const asksForLyrics = needs.lyrics === 'REQUIRED' && !isGiven('lyrics') && !isGiven(needs.lyricsUnless)
  if (asksForLyrics && lyrics === 'NONE') return 'NO_LYRICS'
  if (asksForLyrics && lyrics === 'UNTIMED') return 'UNTIMED_LYRICS'
  const least = needs.clips?.min ?? (background === 'VIDEOS' ? 1 : 0)
  if (clips < least) return 'NO_CLIPS'
  if (background === 'ARTIST' && !hasPhoto) return 'NO_PHOTO'
  return undefined
}

type Words = { of: string; onServer: string; inFolder: string }

const LACKS: Record<Lack, Words> = {
  NO_AUDIO: {
    of: 'no audio',
    onServer: 'Give it an audioUrl',
    inFolder: 'Put the audio file into the folder',
  },
  NO_LYRICS: {
    of: 'no lyrics',
    onServer: 'Add lyrics with times, as lyricsUrl or lyricsText',
    inFolder: 'Lyrics are files beside the songs with the same name, such as .lrc',
  },
  UNTIMED_LYRICS: {
    of: 'lyrics without times',
    onServer: 'Send them with times, for example as LRC',
    inFolder: 'Lyrics with times are, for example, .lrc files',
  },
  NO_CLIPS: {
    of: 'too few videos of its own',
    onServer: 'Give it some with videoUrls',
    inFolder:
      'Videos are files beside the songs with the same name, such as .mp4; with a number behind it for more',
  },
  NO_PHOTO: {
    of: 'no photo of the artist',
    onServer: 'Give the artist one with imageUrl',
    inFolder: 'Put an artist.jpg into the folder',
  },
  NO_COVER: {
    of: 'no cover',
    onServer: 'Give it one with imageUrl',
    inFolder: 'Put a cover.jpg into the folder',
  },
}

/** Names that one sentence holds. */
const MAX_NAMES = 3

/** Something that is left out: where the pack asks for it, what it is called, and the song's title; null: it is of the album. */
export type LeftOutFact = Pick<LeftOut, 'reason'> & { field: string; name: string; title: string | null }

/** One sentence for each thing that is left out, however many songs it concerns. Advice is for whoever made the release, and where. */
export function describeLeftOut(
  leftOut: readonly LeftOutFact[],
  place?: 'onServer' | 'inFolder',
): { field: string; message: string }[] {
  const groups = Map.groupBy(leftOut, ({ field, reason }) => `${field} ${reason}`)
  return [...groups.values()].map((group) => {
    const { field, name, reason } = group[0]!
    const titles = group.flatMap(({ title }) => (title === null ? [] : [`“${title}”`]))
    const who = titles.length === 0 ? 'the album' : listTitles(titles)
    const has = titles.length > 1 ? 'have' : 'has'
    const words = LACKS[reason]
    const advice = place ? ` ${words[place]}.` : ''
    return { field, message: `${name} is left out: ${who} ${has} ${words.of}.${advice}` }
  })
}

function listTitles(titles: readonly string[]): string {
  const shown = titles.slice(0, MAX_NAMES)
  const rest = titles.length - shown.length
  if (rest > 0) return `${shown.join(', ')} and ${rest} more`
  return shown.length === 1 ? shown[0]! : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`
}
