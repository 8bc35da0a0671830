import { nameCompanion } from '../../assets/file-links.ts'
import type { SharedVideo, Shown } from './shared-videos.ts'

/** What a link opens, or why it opens nothing. */
export type SharePageData =
  | ({ state: 'OPEN'; path: string } & Shown)
  | { state: 'EXPIRED'; endedAt: string }
  | { state: 'REVOKED' | 'UNKNOWN' | 'BUSY' | 'EMPTY' | 'GONE' }

/** The page with what it shows: its script finds the data in the document, and chats find a title and a picture. */
export function buildSharePage(page: string, data: SharePageData, publicUrl: string): string {
  const shown = data.state === 'OPEN' ? describe(data) : data
  // In a script element, `<` is the only character that could end it.
  const json = JSON.stringify(shown).replaceAll('<', '\\u003c')
  return page
    .replace('<!--head-->', () => (data.state === 'OPEN' ? buildHead(data, publicUrl) : ''))
    .replace('<!--data-->', () => `<script type="application/json" id="share">${json}</script>`)
}

function buildHead(data: SharePageData & { state: 'OPEN' }, publicUrl: string): string {
  const [first] = data.videos
  const count = data.videos.length
  const tags: [name: string, content: string][] = [
    ['og:title', data.title],
    ['og:description', `${count} ${count === 1 ? 'video' : 'videos'} to watch and download`],
    ['og:site_name', data.by],
    ['og:type', 'website'],
  ]
  if (first?.row.posterKey) tags.push(['og:image', publicUrl + findFiles(data.path, first).poster])
  const metas = tags.map(([name, content]) => `<meta property="${name}" content="${escapeText(content)}" />`)
  return [`<title>${escapeText(data.title)}</title>`, ...metas].join('\n    ')
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Text as it may stand between tags or inside double quotes. */
function escapeText(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ESCAPES[character] as string)
}

/** No ids: what a person sees, and where the files are. */
function describe({ path, videos, ...rest }: SharePageData & { state: 'OPEN' }) {
  return {
    ...rest,
    archive: `${path}/archive`,
    videos: videos.map((video) => {
      const { aspectRatio, durationSecs, bytes, contentType, posterKey, srtKey, vttKey } = video.row
      const { poster, ...files } = findFiles(path, video)
      return {
        song: video.song,
        artist: video.artist,
        ratio: aspectRatio,
        secs: durationSecs,
        bytes,
        type: contentType,
        video: files.video,
        ...(posterKey && { poster }),
        ...(srtKey && { srt: files.srt }),
        ...(vttKey && { vtt: files.vtt }),
      }
    }),
  }
}

function findFiles(path: string, { number, row: { fileName } }: SharedVideo) {
  const at = (role: string, name: string) => `${path}/${number}/${role}/${encodeURIComponent(name)}`
  return {
    video: at('video', fileName),
    poster: at('poster', nameCompanion(fileName, 'poster')),
    srt: at('srt', nameCompanion(fileName, 'srt')),
    vtt: at('vtt', nameCompanion(fileName, 'vtt')),
  }
}
