/** What a file is named for. */
export type FileNameFacts = {
  artist: string
  title: string
  template: string
  aspectRatio: string
  /** Undefined when there is only one. */
  variation?: number
  ending: string
}

/** File systems take 255 bytes; a hidden name and a `.part` must fit, too. */
const MAX_BYTES = 220

/** `Odalys Wren - Tin Lanterns - Spectrum - 9x16.mp4` */
export function nameFile({ artist, title, template, aspectRatio, variation, ending }: FileNameFacts): string {
  const names = [artist, title].map(cleanName).filter(Boolean).join(' - ')
  const suffix = [cleanName(template), aspectRatio, variation && String(variation)]
    .filter(Boolean)
    .join(' - ')
  const end = `${names ? ' - ' : ''}${suffix}.${ending}`
  return cutToBytes(names, MAX_BYTES - Buffer.byteLength(end)) + end
}

/** Without what Windows, macOS or a shell would stumble over. */
function cleanName(text: string): string {
  return (
    text
      .normalize('NFC')
      // The joiners stay: they hold emoji sequences and Persian words together.
      .replace(/(?![\u200c\u200d])[\p{Cc}\p{Cf}]/gu, '')
      .replace(/[/\\:*?"<>|]+/g, ' ')
      .replace(/\s+/g, ' ')
      .replace(/^[\s.-]+|[\s.]+$/g, '')
  )
}

/** Cuts between what a reader takes for characters, never inside one. */
function cutToBytes(text: string, limit: number): string {
  if (Buffer.byteLength(text) <= limit) return text
  let kept = ''
  for (const { segment } of new Intl.Segmenter('und', { granularity: 'grapheme' }).segment(text)) {
    if (Buffer.byteLength(kept + segment) > limit) return kept.trimEnd()
    kept += segment
  }
  return kept
}
