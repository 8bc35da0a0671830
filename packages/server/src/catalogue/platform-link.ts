import type { Plugin } from '@songreel/contract'

type Kind = 'TRACK' | 'ALBUM' | 'VIDEO' | 'PLAYLIST' | 'ARTIST'

/** Words that platforms put before an id in their paths, in the singular. */
const KINDS: Record<string, Kind> = {
  track: 'TRACK',
  song: 'TRACK',
  recording: 'TRACK',
  album: 'ALBUM',
  release: 'ALBUM',
  video: 'VIDEO',
  'music-video': 'VIDEO',
  watch: 'VIDEO',
  short: 'VIDEO',
  embed: 'VIDEO',
  live: 'VIDEO',
  playlist: 'PLAYLIST',
  set: 'PLAYLIST',
  artist: 'ARTIST',
  channel: 'ARTIST',
  user: 'ARTIST',
}

/** What short links of video platforms are made of: nothing but the id. */
const VIDEO_ID = /^[\w-]{11}$/

/** Reads what a link names out of its form alone; nothing is fetched, and no form is an error. */
export function readPlatformLink(
  platform: Plugin['platform'],
  url: string,
): Pick<Plugin, 'externalId' | 'kind'> {
  const { pathname, searchParams } = new URL(url)
  const parts = pathname.split('/').filter(Boolean).map(decodePart)
  return readQuery(parts, searchParams) ?? readPath(parts) ?? readShortLink(platform, parts) ?? NOTHING
}

type Found = { kind: Kind; externalId: string }

const NOTHING = { externalId: null, kind: null }

/** `watch?v=…` is a video, `playlist?list=…` a playlist, and an album's `?i=…` one of its tracks. */
function readQuery(parts: string[], query: URLSearchParams): Found | undefined {
  const words = new Set(parts.map(findKind))
  const [video, list, track] = ['v', 'list', 'i'].map((name) => query.get(name)?.trim())
  if (video && words.has('VIDEO')) return { kind: 'VIDEO', externalId: video }
  if (list && words.has('PLAYLIST')) return { kind: 'PLAYLIST', externalId: list }
  if (track && words.has('ALBUM')) return { kind: 'TRACK', externalId: track }
  return undefined
}

/** The last word with something behind it decides; between it and the id there may be a title. */
function readPath(parts: string[]): Found | undefined {
  let end = parts.length
  for (let index = parts.length - 1; index >= 0; index--) {
    const kind = findKind(parts[index] as string)
    if (!kind) continue
    const externalId = parts.slice(index + 1, end).at(-1)
    if (externalId) return { kind, externalId }
    end = index
  }
  return undefined
}

function readShortLink(platform: Plugin['platform'], parts: string[]): Found | undefined {
  const [only, ...others] = parts
  if (!only || others.length > 0) return undefined
  if (only.startsWith('@')) return { kind: 'ARTIST', externalId: only }
  return platform === 'VIDEOSITE' && VIDEO_ID.test(only) ? { kind: 'VIDEO', externalId: only } : undefined
}

function findKind(part: string): Kind | undefined {
  const word = part.toLowerCase()
  return Object.hasOwn(KINDS, word) ? KINDS[word] : KINDS_IN_PLURAL.get(word)
}

const KINDS_IN_PLURAL = new Map(Object.entries(KINDS).map(([word, kind]) => [`${word}s`, kind]))

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
