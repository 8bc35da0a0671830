/** A video as the server describes it to whoever has the link. */
export type SharedVideo = {
  song: string
  artist: string
  ratio: string
  secs: number | null
  bytes: number | null
  type: string
  video: string
  poster?: string
  srt?: string
  vtt?: string
}

/** What the link opens. */
export type Shared = {
  state: 'OPEN'
  title: string
  by: string
  endsAt: string
  archive: string
  videos: SharedVideo[]
  pending: number
}

/** Why it opens nothing. */
export type Closed = {
  state: 'EXPIRED' | 'REVOKED' | 'UNKNOWN' | 'BUSY' | 'EMPTY' | 'GONE'
  endedAt?: string
}

/** What the server has put into the document. */
export function readShared(): Shared | Closed {
  return JSON.parse(document.getElementById('share')?.textContent || '{"state":"UNKNOWN"}')
}

/** The videos of a song. */
export type SharedSong = { song: string; artist: string; videos: SharedVideo[] }

/** By song, in the order in which they were shared. */
export function groupBySong(videos: SharedVideo[]): SharedSong[] {
  const songs = new Map<string, SharedSong>()
  for (const video of videos) {
    const key = `${video.artist}\n${video.song}`
    const known = songs.get(key) ?? { song: video.song, artist: video.artist, videos: [] }
    known.videos.push(video)
    songs.set(key, known)
  }
  return [...songs.values()]
}

/** What people call a shape. */
export function nameShape(ratio: string): string {
  const [width = 1, height = 1] = ratio.split('x').map(Number)
  return width === height ? 'Square' : width > height ? 'Wide' : 'Tall'
}

/** A day as it is written out: 22 November 2026. */
export function formatDay(iso: string): string {
  return new Date(iso).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric' })
}

/** How long a video is: 0:30. */
export function formatTime(secs: number): string {
  const whole = Math.round(secs)
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}
