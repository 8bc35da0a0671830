import type { Line } from './timed-lyrics.ts'

/** Timed lyrics as TTML, the one format that keeps when each line and word begins and ends. */
export function writeEditedTtml(lines: Required<Line>[]): string {
  const hasWords = lines.some(({ words }) => words.length > 0)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<tt xmlns="http://www.w3.org/ns/ttml" xmlns:itunes="http://music.apple.com/lyric-ttml-internal" itunes:timing="${hasWords ? 'Word' : 'Line'}">`,
    '<body><div>',
    ...lines.map((line) => `<p${writeTimes(line)}>${writeWords(line)}</p>`),
    '</div></body>',
    '</tt>\n',
  ].join('\n')
}

function writeWords({ text, words }: Required<Line>): string {
  if (words.length === 0) return escapeXml(text)
  return words.map((word) => `<span${writeTimes(word)}>${escapeXml(word.text)}</span>`).join(' ')
}

function writeTimes({ startSecs = 0, endSecs = 0 }: { startSecs?: number; endSecs?: number }): string {
  return ` begin="${startSecs.toFixed(3)}s" end="${endSecs.toFixed(3)}s"`
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
