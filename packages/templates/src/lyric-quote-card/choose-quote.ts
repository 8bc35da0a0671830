/** How long a good quote is, in letters: a line that stands for itself, and still large on a poster. */
const LENGTH = { least: 6, good: 20, long: 64, most: 120 }
/** Two lines in a row may make one quote, if they say it better than one. */
const PAIR_FACTOR = 0.85
/** What a repetition is worth, and being sung in this very video. */
const REPEAT_WORTH = 0.3
const SUNG_WORTH = 0.4

/** The line of a song that makes the best poster: what comes back is its hook, and what is sung meanwhile fits best. */
export function chooseQuote(songLines: readonly string[], sungLines: readonly string[]): string {
  const lines = songLines.map(tidy).filter((line) => line !== '')
  const sung = new Set(sungLines.map((line) => toKey(tidy(line))))
  const counts = new Map<string, number>()
  for (const line of lines) counts.set(toKey(line), (counts.get(toKey(line)) ?? 0) + 1)
  const judge = (line: string) =>
    REPEAT_WORTH * Math.log2(counts.get(toKey(line)) ?? 1) + (sung.has(toKey(line)) ? SUNG_WORTH : 0)
  let best = { quote: lines[0] ?? '', score: Number.NEGATIVE_INFINITY }
  for (const [index, line] of lines.entries()) {
    const next = lines[index + 1]
    const options = [{ quote: line, score: judgeLength(line) + judge(line) }]
    if (next !== undefined && toKey(next) !== toKey(line)) {
      const quote = `${line} ${next}`
      const worth = Math.min(judge(line), judge(next))
      options.push({ quote, score: PAIR_FACTOR * judgeLength(quote) + worth })
    }
    for (const option of options) if (option.score > best.score) best = option
  }
  return best.quote
}

/** Without voices in brackets, without signs that hang on to the next line. */
function tidy(line: string): string {
  return line
    .replace(/[([（［][^)\]）］]*[)\]）］]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\s,;:–—-]+$/u, '')
}

function toKey(line: string): string {
  return line.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}

/** 0 for a word or a paragraph, 1 for a sentence. */
function judgeLength(quote: string): number {
  const letters = [...toKey(quote)]
  // A Chinese or Japanese character says about as much as three letters.
  const length = letters.reduce(
    (sum, letter) => sum + (/[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]/u.test(letter) ? 3 : 1),
    0,
  )
  if (length < LENGTH.good) return (length - LENGTH.least) / (LENGTH.good - LENGTH.least)
  if (length <= LENGTH.long) return 1
  return (LENGTH.most - length) / (LENGTH.most - LENGTH.long)
}
