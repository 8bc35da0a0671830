const MAX_PART_CHARACTERS = 60

const ENDINGS = { MP4: 'mp4', GIF: 'gif', WEBM: 'webm', MOV: 'mov' } as const

/** What a file is named for. */
export type FileNameFacts = {
  artist: string
  title: string
  contentId: string
  aspectRatio: string
  format: keyof typeof ENDINGS
}

/** Names the files of one batch: `<artist>-<title>-<style>-<ratio>[-NN].mp4`, ASCII, each name once. */
export function createFileNamer(): (facts: FileNameFacts) => string {
  const taken = new Map<string, number>()
  return ({ artist, title, contentId, aspectRatio, format }) => {
    const style = slugOf(contentId.slice(contentId.indexOf('_') + 1), 'video')
    const stem = [slugOf(artist, 'artist'), slugOf(title, 'song'), style, aspectRatio].join('-')
    const count = (taken.get(`${stem}.${format}`) ?? 0) + 1
    taken.set(`${stem}.${format}`, count)
    const suffix = count === 1 ? '' : `-${String(count).padStart(2, '0')}`
    return `${stem}${suffix}.${ENDINGS[format]}`
  }
}

/** Letters that do not come apart into a plain letter and an accent. */
const PLAIN: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  ø: 'o',
  œ: 'oe',
  đ: 'd',
  ł: 'l',
  þ: 'th',
  ð: 'd',
  ı: 'i',
}

/** ASCII letters, digits and hyphens; a text without any of them is named for what it is. */
function slugOf(text: string, fallback: string): string {
  const slug = text
    .toLowerCase()
    .replace(/[ßæøœđłþðı]/g, (letter) => PLAIN[letter])
    .normalize('NFKD')
    .replace(/[\u0300-\u036f'’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_PART_CHARACTERS)
    .replace(/^-+|-+$/g, '')
  return slug || fallback
}
