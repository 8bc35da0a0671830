import type { AssetKind } from '@songreel/contract'
import { SUPPORTED_MEDIA } from '@songreel/render'
import { fileTypeFromBuffer } from 'file-type'

/** How many bytes are needed to detect a type; the library asks for 4,100. */
export const HEAD_BYTES = 4100

/** What a file is, or what it looked like where it is nothing that can be used. */
export type DetectedType = { kind: AssetKind; contentType: string } | { kind: undefined; seen: string }

/** What the engine reads, lyrics and fonts; everything else is refused where it comes in. */
const KINDS: Record<string, AssetKind> = {
  ...SUPPORTED_MEDIA,
  'text/vtt': 'TEXT',
  'font/ttf': 'FONT',
  'font/otf': 'FONT',
  'font/woff2': 'FONT',
}

/** Detects a file's type from its first bytes. Names and declared types are ignored. */
export async function detectType(head: Uint8Array): Promise<DetectedType> {
  // The mark of UTF-16 looks like the beginning of an MPEG frame, so it is asked first.
  const marked = findUtf16(head)
  const text = marked && decodeText(head, marked)
  if (text) return detectText(text, marked)
  const found = await fileTypeFromBuffer(head)
  if (!found || found.mime === 'application/xml') return detectText(decodeText(head, 'utf-8'), 'utf-8')
  if (found.mime === 'application/zip' && isDotLottie(head))
    return { kind: 'ANIMATION', contentType: 'application/zip+dotlottie' }
  const kind = KINDS[found.mime]
  return kind ? { kind, contentType: found.mime } : { kind: undefined, seen: found.mime }
}

/** Lyrics have no magic numbers: plain text that is neither a web page nor binary. */
function detectText(text: string | undefined, charset: string): DetectedType {
  if (text === undefined) return { kind: undefined, seen: 'data of an unknown type' }
  const start = text.trimStart().slice(0, 2000).toLowerCase()
  if (/^(<!doctype html|<html|<head|<body)/.test(start)) return { kind: undefined, seen: 'a web page (HTML)' }
  if (isLottie(start)) return { kind: 'ANIMATION', contentType: 'video/lottie+json' }
  if (!start.startsWith('<')) return { kind: 'TEXT', contentType: `text/plain; charset=${charset}` }
  if (/<tt[\s>:]/.test(start)) return { kind: 'TEXT', contentType: 'application/ttml+xml' }
  // The root may stand behind a declaration, comments and a document type of any length.
  if (/^(<\?xml[^>]*>|<!--|<!doctype svg|<svg)/.test(start) && /<svg[\s>:]/.test(text.toLowerCase()))
    return { kind: 'LOGO', contentType: 'image/svg+xml' }
  return { kind: undefined, seen: start.includes('<svg') ? 'image/svg+xml' : 'application/xml' }
}

/** The first files of such an archive are its manifest or its animations. */
function isDotLottie(head: Uint8Array): boolean {
  return /manifest\.json|animations\/|\ba\/[^/]{1,80}\.json/.test(Buffer.from(head).toString('latin1'))
}

/** Animations are JSON, in any order; none of their fields is sure to come first. */
function isLottie(start: string): boolean {
  if (!start.startsWith('{')) return false
  const fields = ['v', 'fr', 'ip', 'op', 'w', 'h', 'ddd', 'layers', 'assets', 'nm', 'ty', 'ks']
  return fields.filter((field) => new RegExp(`"${field}"\\s*:`).test(start)).length >= 3
}

function findUtf16([first, second]: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined
}

/** Control characters tell binary data from text. Cut off in the middle of a character it is still text. */
function decodeText(head: Uint8Array, encoding: string): string | undefined {
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(head, { stream: true })
    return /[\p{Cc}--[\t\n\v\f\r\u0085]]/v.test(text) ? undefined : text
  } catch {
    return undefined
  }
}
