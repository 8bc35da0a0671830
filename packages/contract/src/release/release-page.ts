import { formatBytes } from '../format-bytes.ts'
import { describeLeftOut } from './expand-pack.ts'
import { PAGE_SCRIPT, PAGE_STYLE } from './page-style.ts'
import { RELEASE_PLATFORMS, type ReleasePlatform } from './platforms.ts'
import { readCues } from './read-cues.ts'
import type { MadeVideo, ReleaseManifest, ReleaseSong, ReleaseVideo } from './release-manifest.ts'

/** What a page shows besides the manifest: names of templates, and captions (WebVTT) by their path. */
export type PageExtras = {
  nameTemplate(contentId: string): string
  captions: ReadonlyMap<string, string>
}

const PLATFORMS = Object.keys(RELEASE_PLATFORMS) as ReleasePlatform[]

type Made = ReleaseVideo & { made: MadeVideo }

/** The `index.html` of a release: plays everything from the disk or from any web server, and asks nobody else for anything. */
export function buildReleasePage(manifest: ReleaseManifest, extras: PageExtras): string {
  const { album, videos, songs } = manifest
  const made = videos.filter((video): video is Made => video.made !== undefined)
  const cover = findCover(made)
  const groups: (ReleaseSong | null)[] = [null, ...songs]
  const sections = groups.map((song) => {
    const own = made
      .filter((video) => video.song === (song?.number ?? null))
      .toSorted((a, b) => PLATFORMS.indexOf(a.platform) - PLATFORMS.indexOf(b.platform))
    return own.length === 0 ? '' : showSong(song, own, extras, manifest)
  })
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src 'self' file: data:; media-src 'self' file: data: blob:; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<meta name="robots" content="noindex">
<title>${escapeText(album.title)} · ${escapeText(album.artist)}</title>
<style>${PAGE_STYLE}</style>
</head>
<body>
<a class="skip" href="#videos">To the videos</a>
<header class="head">
${cover ? `<div class="head-light" style="background-image:url('${toUrl(cover)}')"></div>` : ''}
<div class="wide">
${cover ? `<img class="cover" src="${toUrl(cover)}" alt="Cover of ${escapeText(album.title)}">` : ''}
<div class="names">
<p><bdi>${escapeText(album.artist)}</bdi></p>
<h1><bdi>${escapeText(album.title)}</bdi></h1>
<p class="soft">${showFacts(manifest, made)}</p>
</div>
</div>
</header>
${showBar(made)}
<main id="videos" class="wide">
${sections.filter(Boolean).join('\n')}
${showMissing(manifest, extras)}
</main>
<footer class="wide soft small"><p>${escapeText(manifest.madeBy)} · pack ${escapeText(manifest.pack)} · <time datetime="${manifest.writtenAt}">${formatDay(manifest.writtenAt)}</time> · <a href="manifest.json">manifest.json</a> has every file with its SHA-256 and what was checked.</p></footer>
<script type="application/json" id="captions">${writeCaptions(made, extras)}</script>
<script>${PAGE_SCRIPT}</script>
</body>
</html>
`
}

/** Motion artwork begins with the cover; the next best picture is any poster that is nearly square. */
function findCover(made: readonly Made[]): string | undefined {
  const ranked = made
    .filter(({ made: { poster } }) => poster !== null)
    .toSorted((a, b) => rankCover(a) - rankCover(b))
  return ranked[0]?.made.poster ?? undefined
}

function rankCover({ platform, made: { width, height } }: Made): number {
  return (platform === 'STORE_MOTION' ? 0 : 10) + Math.abs(Math.log(width / height))
}

function showFacts({ songs, album, isComplete }: ReleaseManifest, made: readonly Made[]): string {
  const bytes = made.reduce((sum, { made: { bytes } }) => sum + bytes, 0)
  const facts = [
    count(songs.length, 'song'),
    count(made.length, 'video'),
    formatBytes(bytes),
    ...(album.upc ? [`UPC ${album.upc}`] : []),
    ...(isComplete ? [] : ['not complete']),
  ]
  return facts.map(escapeText).join(' · ')
}

function showBar(made: readonly Made[]): string {
  const present = PLATFORMS.filter((platform) => made.some((video) => video.platform === platform))
  if (present.length < 2) return ''
  const button = (platform: string, label: string, isPressed: boolean) =>
    `<button type="button" data-platform="${platform}" aria-pressed="${isPressed}">${label}</button>`
  const buttons = present.map((platform) => button(platform, RELEASE_PLATFORMS[platform].title, false))
  return `<nav class="bar" aria-label="Platforms" hidden><div class="wide">${button('', 'Everything', true)}${buttons.join('')}</div></nav>`
}

function showSong(
  song: ReleaseSong | null,
  videos: readonly Made[],
  extras: PageExtras,
  { album }: ReleaseManifest,
): string {
  const id = song ? `song-${song.number}` : 'album'
  const title = song ? song.title : 'The album'
  const number = song ? `<span class="number" id="${id}-number">${song.number}</span>` : ''
  const others = song
    ? [song.artist === album.artist ? '' : song.artist, song.isrc ? `ISRC ${song.isrc}` : '']
    : []
  const facts = others.filter(Boolean).map(escapeText).join(' · ')
  return `<section class="song" aria-labelledby="${song ? `${id}-number ` : ''}${id}">
<div class="song-head">${number}<h2 id="${id}"><bdi>${escapeText(title)}</bdi></h2>${facts ? `<p class="soft small">${facts}</p>` : ''}</div>
<ul class="videos">${videos.map((video) => showVideo(video, title, extras)).join('\n')}</ul>
</section>`
}

function showVideo(video: Made, title: string, extras: PageExtras): string {
  const { made, platform, kind } = video
  const name = nameVideo(video, extras)
  const facts = [video.aspectRatio.replace('x', ':'), formatTime(made.durationSecs), formatBytes(made.bytes)]
  const links = [
    `<a href="${toUrl(made.path)}" download aria-label="Save ${escapeText(`${name}, ${title}`)}">Save</a>`,
    ...(made.captions
      ? [
          `<a href="${toUrl(made.captions.srt)}" download aria-label="Captions of ${escapeText(`${name}, ${title}`)} as SRT">SRT</a>`,
          `<a href="${toUrl(made.captions.vtt)}" download aria-label="Captions of ${escapeText(`${name}, ${title}`)} as WebVTT">WebVTT</a>`,
        ]
      : []),
    ...(made.chapters ? [`<a href="${toUrl(made.chapters)}" download>Chapters</a>`] : []),
  ]
  const isWide = made.width > made.height ? ' is-wide' : ''
  return `<li class="video${isWide}" style="--ratio:${(made.width / made.height).toFixed(4)}" data-platform="${platform}">
${showPicture(made, `${name}, ${title}`, kind === 'ARTWORK' || video.contentId.startsWith('LOOP_'))}
<div class="facts">
<p><strong>${escapeText(name)}</strong></p>
<p class="soft small">${facts.map(escapeText).join(' · ')}</p>
${showVerdict(made)}
<p class="links small">${links.join('')}</p>
</div>
</li>`
}

/** What browsers play; anything else is for editing programs, and is shown by its poster. */
const PLAYED = new Set(['video/mp4', 'video/webm'])

function showPicture(made: MadeVideo, label: string, isLoop: boolean): string {
  const poster = made.poster === null ? '' : toUrl(made.poster)
  if (!PLAYED.has(made.contentType)) {
    const source = made.contentType.startsWith('image/') ? toUrl(made.path) : poster
    return `<div class="picture"><img src="${source}" alt="${escapeText(label)}" loading="lazy"></div>`
  }
  return `<div class="picture"><video src="${toUrl(made.path)}"${poster ? ` poster="${poster}"` : ''} aria-label="${escapeText(label)}" preload="none" playsinline controls${isLoop ? ' loop muted' : ''}></video><button type="button" class="play" aria-label="Play ${escapeText(label)}" hidden><svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true"><path d="M8 5.5v13l10.5-6.5z" fill="currentColor"/></svg></button></div>`
}

function showVerdict({ verdict, warnings }: MadeVideo): string {
  const notes = [...(verdict?.reasons ?? []), ...warnings]
  if (notes.length === 0) return verdict ? '<p class="small mark">✓ Ready to upload</p>' : ''
  const summary = verdict?.status === 'FAIL' ? 'Not as the platform asks' : 'Please note'
  return `<details class="small"><summary class="mark is-bad">${summary}</summary><p class="soft">${notes.map(escapeText).join('<br>')}</p></details>`
}

function nameVideo({ kind, contentId }: ReleaseVideo, { nameTemplate }: PageExtras): string {
  if (kind === 'VIDEO') return 'Album video'
  return kind === 'SAMPLER' ? 'Sampler' : nameTemplate(contentId)
}

const STATES: Record<ReleaseVideo['status'], string> = {
  COMPLETED: '',
  FAILED: 'could not be made',
  CANCELED: 'was stopped',
  UNFINISHED: 'was not finished when this copy was made',
  DELETED: 'was deleted from the server',
}

/** What a pack would have and this copy does not, with the reason. */
function showMissing({ videos, songs, leftOut }: ReleaseManifest, extras: PageExtras): string {
  const titles = new Map(songs.map(({ number, title }) => [number, title]))
  const unmade = videos.filter(({ made }) => made === undefined)
  const lines = unmade.map((video) => {
    const of = video.song === null ? 'the album' : `“${titles.get(video.song) ?? video.song}”`
    const reason = video.error ? `: ${video.error.message}` : '.'
    const state = `${nameVideo(video, extras)} (${video.aspectRatio.replace('x', ':')}) of ${of} ${STATES[video.status]}${reason}`
    return `<li${video.status === 'FAILED' ? ' class="is-bad"' : ''}>${escapeText(state)}</li>`
  })
  const facts = leftOut.map(({ contentId, reason, song }) => ({
    field: contentId,
    reason,
    name: extras.nameTemplate(contentId),
    title: song === null ? null : (titles.get(song) ?? String(song)),
  }))
  const all = [...lines, ...describeLeftOut(facts).map(({ message }) => `<li>${escapeText(message)}</li>`)]
  if (all.length === 0) return ''
  return `<section class="missing" aria-labelledby="missing"><h2 id="missing">Not in this release</h2><ul>${all.join('')}</ul></section>`
}

/** Cues by the address of the video; in a script element, `<` is the only character that could end it. */
function writeCaptions(made: readonly Made[], { captions }: PageExtras): string {
  const cues = made.flatMap(({ made: { path, captions: files } }) => {
    const text = files && captions.get(files.vtt)
    return text ? [[toUrl(path), readCues(text)] as const] : []
  })
  return JSON.stringify(Object.fromEntries(cues)).replaceAll('<', '\\u003c')
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}

function formatTime(secs: number): string {
  const whole = Math.round(secs)
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}

/** A day as it is written out, in UTC: 22 November 2026. */
function formatDay(iso: string): string {
  const options = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const
  return new Date(iso).toLocaleDateString('en-GB', options)
}

function toUrl(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/').replaceAll("'", '%27')
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Text as it may stand between tags or inside double quotes. */
function escapeText(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ESCAPES[character] as string)
}
