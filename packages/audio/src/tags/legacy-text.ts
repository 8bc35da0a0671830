import { judgeText, type Script } from './judge-text.ts'

/** Encodings that tags were written in before Unicode, and what their texts are made of. */
const CHARSETS: readonly { name: string; script: Script }[] = [
  { name: 'windows-1251', script: 'CYRILLIC' },
  { name: 'koi8-r', script: 'CYRILLIC' },
  { name: 'windows-1253', script: 'GREEK' },
  { name: 'windows-1255', script: 'HEBREW' },
  { name: 'windows-1256', script: 'ARABIC' },
  { name: 'windows-874', script: 'THAI' },
  { name: 'windows-1250', script: 'CENTRAL_EUROPEAN' },
  { name: 'shift_jis', script: 'JAPANESE' },
  { name: 'gbk', script: 'CHINESE_SIMPLIFIED' },
  { name: 'big5', script: 'CHINESE_TRADITIONAL' },
  { name: 'euc-kr', script: 'KOREAN' },
]

/** A guess must be this good, and this much better than the next one, to be taken. */
const GOOD_ENOUGH = 0.55
const CLEAR_LEAD = 0.12

/** What Windows puts where Latin-1 has control characters. */
const WINDOWS_1252 = new Map(
  [...new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 32 }, (_, i) => 0x80 + i))].map(
    (character, index) => [character, 0x80 + index],
  ),
)

/** How bytes were taken for Latin-1, seen from the texts that came of it. */
export type LegacyEncoding = { kind: 'NONE' } | { kind: 'KNOWN'; charset: string } | { kind: 'UNKNOWN' }

/** Looks at all texts of a tag together: one tag is written in one encoding, and more text makes surer. */
export function findLegacyEncoding(texts: readonly string[]): LegacyEncoding {
  const suspects = texts.filter((text) => hasHighCharacters(text) && toBytes(text))
  if (suspects.length === 0) return { kind: 'NONE' }
  if (!suspects.some(looksWrong)) {
    return suspects.some(hasControls) ? { kind: 'KNOWN', charset: 'windows-1252' } : { kind: 'NONE' }
  }
  const ranked = CHARSETS.map(({ name, script }) => ({
    name,
    score: scoreCharset(suspects, name, script),
  })).sort((a, b) => b.score - a.score)
  const [best, next] = ranked
  const isSure = best!.score >= GOOD_ENOUGH && best!.score - next!.score >= CLEAR_LEAD
  if (isSure) return { kind: 'KNOWN', charset: best!.name }
  return { kind: best!.score < GOOD_ENOUGH && suspects.every(isLatin) ? 'NONE' : 'UNKNOWN' }
}

/** A text whose UTF-8 was taken for Latin-1, once or twice over (`BeyoncÃ©`): no other text looks like that by chance. */
export function repairUtf8(text: string): string {
  const once = decodeLegacyText(text, 'utf-8') ?? text
  return decodeLegacyText(once, 'utf-8') ?? once
}

/** The text as it was meant; undefined when it was not written in that encoding. */
export function decodeLegacyText(text: string, charset: string): string | undefined {
  return hasHighCharacters(text) && toBytes(text) ? decode(text, charset) : text
}

function scoreCharset(texts: readonly string[], charset: string, script: Script): number {
  const decoded = texts.map((text) => decode(text, charset))
  return decoded.includes(undefined) ? 0 : judgeText(decoded.join(' '), script)
}

function decode(text: string, charset: string): string | undefined {
  const bytes = toBytes(text)
  if (!bytes) return undefined
  // A field of fixed length may end in half a character.
  for (const cut of charset === 'utf-8' ? [0] : [0, 1]) {
    try {
      const decoded = new TextDecoder(charset, { fatal: true }).decode(bytes.subarray(0, bytes.length - cut))
      if (!/[\p{Cc}\ufffd]/u.test(decoded.replace(/\s/g, ' '))) return decoded
    } catch {
      // Not in this encoding.
    }
  }
  return undefined
}

/** The bytes behind a text that was taken for Latin-1 or Windows-1252; undefined when it was not. */
function toBytes(text: string): Uint8Array | undefined {
  const bytes = [...text].map((character) => {
    const code = character.codePointAt(0)!
    return code <= 0xff ? code : WINDOWS_1252.get(character)
  })
  return bytes.includes(undefined) ? undefined : Uint8Array.from(bytes as number[])
}

function hasHighCharacters(text: string): boolean {
  return /\P{ASCII}/u.test(text)
}

function hasControls(text: string): boolean {
  return /[\x80-\x9f]/.test(text)
}

/** No western language sets three accented letters in a row, or signs such as ¿ into the middle of words. */
export function looksWrong(text: string): boolean {
  const isCrowded = /[\u00a1-\u00ff]{3}/.test(text) && /\p{L}/u.test(text)
  const hasSigns = /\p{L}[¡¤¦«±¶¸»¼½¾¿¬¯¹²³]\p{L}/u.test(text) || countMatches(text, /\p{L}[¹³¿¼¾]/gu) > 1
  const hasOddControls = /[\x80-\x9f]\P{ASCII}|\P{ASCII}[\x80-\x9f]|[\x81\x8d\x8f\x90\x9d]/u.test(text)
  return isCrowded || hasSigns || hasOddControls
}

/** Nothing but letters that some western language has: rare, but no proof of a mistake. */
function isLatin(text: string): boolean {
  return !/[\x80-\x9f¡-¿×÷]/.test(text)
}

function countMatches(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0
}
