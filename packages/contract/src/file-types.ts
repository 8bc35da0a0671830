// The files that people name and send, by the endings of their names. What a file really is, its content decides; a test
// holds this against what the engine reads. No schema library in here: browsers read it.

/** What a file is to a song. */
export type FileKind = 'AUDIO' | 'IMAGE' | 'VIDEO' | 'TEXT'

/** Every ending, its content type and, if that is how people call it, its name. */
const ENDINGS: readonly [kind: FileKind, ending: string, contentType: string, isOtherName?: true][] = [
  ['AUDIO', 'mp3', 'audio/mpeg'],
  ['AUDIO', 'flac', 'audio/flac'],
  ['AUDIO', 'wav', 'audio/wav'],
  ['AUDIO', 'aiff', 'audio/aiff'],
  ['AUDIO', 'aif', 'audio/aiff', true],
  ['AUDIO', 'ogg', 'audio/ogg'],
  ['AUDIO', 'oga', 'audio/ogg', true],
  ['AUDIO', 'opus', 'audio/ogg; codecs=opus'],
  ['AUDIO', 'm4a', 'audio/x-m4a'],
  ['IMAGE', 'jpeg', 'image/jpeg'],
  ['IMAGE', 'jpg', 'image/jpeg', true],
  ['IMAGE', 'png', 'image/png'],
  ['IMAGE', 'webp', 'image/webp'],
  ['IMAGE', 'avif', 'image/avif'],
  ['IMAGE', 'heic', 'image/heic'],
  ['IMAGE', 'gif', 'image/gif'],
  ['VIDEO', 'mp4', 'video/mp4'],
  ['VIDEO', 'mov', 'video/quicktime'],
  ['VIDEO', 'webm', 'video/webm'],
  ['TEXT', 'lrc', 'text/plain'],
  ['TEXT', 'srt', 'text/plain'],
  ['TEXT', 'vtt', 'text/vtt'],
  ['TEXT', 'ttml', 'text/plain'],
  ['TEXT', 'ass', 'text/plain'],
  ['TEXT', 'txt', 'text/plain'],
]

/** What each ending says that a file is. */
export const FILE_TYPES: ReadonlyMap<string, { kind: FileKind; contentType: string }> = new Map(
  ENDINGS.map(([kind, ending, contentType]) => [ending, { kind, contentType }]),
)

/** The endings of a kind, with their dots. */
export function listEndings(kind: FileKind): string[] {
  return ENDINGS.flatMap(([of, ending]) => (of === kind ? [`.${ending}`] : []))
}

/** What a file is by its name. */
export function findFileKind(name: string): FileKind | undefined {
  const ending = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  return FILE_TYPES.get(ending)?.kind
}

/** `mp3, flac or wav`: what files of this kind may be. */
export function describeEndings(kind: FileKind): string {
  const names = ENDINGS.flatMap(([of, ending, , isOtherName]) =>
    of === kind && !isOtherName ? [ending] : [],
  )
  return `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`
}

/** What a file is to a brand, besides a clip. */
export type BrandFileKind = 'LOGO' | 'FONT' | 'ANIMATION'

/**
 * What logos, fonts and animations may be, by their endings: a PNG is a logo where one is asked for. Animations are JSON, too, but
 * so is much that is none, and assistants send whatever stands here.
 */
export const BRAND_FILE_TYPES: ReadonlyMap<string, { kind: BrandFileKind; contentType: string }> = new Map([
  ['svg', { kind: 'LOGO', contentType: 'image/svg+xml' }],
  ['png', { kind: 'LOGO', contentType: 'image/png' }],
  ['ttf', { kind: 'FONT', contentType: 'font/ttf' }],
  ['otf', { kind: 'FONT', contentType: 'font/otf' }],
  ['woff2', { kind: 'FONT', contentType: 'font/woff2' }],
  ['lottie', { kind: 'ANIMATION', contentType: 'application/zip+dotlottie' }],
])

/** The endings of logos or fonts, with their dots. */
export function listBrandEndings(kind: BrandFileKind): string[] {
  return [...BRAND_FILE_TYPES].flatMap(([ending, type]) => (type.kind === kind ? [`.${ending}`] : []))
}
