/** What a text file is, in words that fit "song.mp3 is ...", and what its sender may want to check or do. */
export type TextDescription = { what: string; question?: string; advice?: string }

const PATTERNS: [RegExp, TextDescription][] = [
  [
    /^<(!doctype html|html|head|body|script)\b/i,
    { what: 'a web page (HTML)', question: 'Was the download blocked?' },
  ],
  [/^(#EXTM3U|\[playlist\])/i, { what: 'a playlist', advice: 'Give the address of the song itself.' }],
  [/^ffconcat /i, { what: 'a playlist', advice: 'Give the address of the song itself.' }],
  [/^<(\?xml|[a-z])/i, { what: 'an XML document', question: 'Is it the right file?' }],
  [/^[{[]/, { what: 'a JSON document', question: 'Did the server answer with an error message?' }],
  [/^https?:\/\//i, { what: 'a text with a link', advice: 'Give the address that the link points to.' }],
]

/** Recognises text posing as media: error pages, playlists, API responses. Undefined for anything binary. */
export function describeText(head: Buffer): TextDescription | undefined {
  const sample = head.subarray(0, 2048)
  const text = decodeText(sample)
  if (text === undefined) return undefined
  const start = text.replace(/^\uFEFF/, '').replace(/^(\s|<!--[\s\S]*?-->)+/, '')
  const known = PATTERNS.find(([pattern]) => pattern.test(start))
  if (known) return known[1]
  return { what: 'a text file', question: 'Is it the right file?' }
}

/** UTF-8 or UTF-16 text without control characters; a character cut off by the sample's end is allowed. */
function decodeText(sample: Buffer): string | undefined {
  const encoding = sample[0] === 0xff && sample[1] === 0xfe ? 'utf-16le' : 'utf-8'
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(sample, { stream: true })
    return hasControlCharacters(text) ? undefined : text
  } catch {
    return undefined
  }
}

function hasControlCharacters(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code < 32 && code !== 9 && code !== 10 && code !== 13 && code !== 12) return true
  }
  return false
}
