/** A line of captions: from when, until when, and what. */
export type Cue = [startSecs: number, endSecs: number, text: string]

const TIMES = /^((?:\d+:)?\d{2}:\d{2}\.\d{3})\s+-->\s+((?:\d+:)?\d{2}:\d{2}\.\d{3})/

/** Reads the cues of WebVTT as our engine writes it. What is not a cue is skipped. */
export function readCues(vtt: string): Cue[] {
  return vtt
    .replaceAll('\r\n', '\n')
    .split(/\n{2,}/)
    .flatMap((block): Cue[] => {
      const lines = block.split('\n')
      const at = lines.findIndex((line) => TIMES.test(line))
      const [, start = '', end = ''] = TIMES.exec(lines[at] ?? '') ?? []
      if (at < 0) return []
      // Moments inside a line, and who sings it, are for players that show words one by one.
      const text = lines
        .slice(at + 1)
        .join('\n')
        .replace(/<\d[\d:.]*>|<\/?[cv][^>]*>/g, '')
        .trim()
      return text === '' ? [] : [[toSecs(start), toSecs(end), text]]
    })
}

function toSecs(time: string): number {
  return time.split(':').reduce((secs, part) => secs * 60 + Number(part), 0)
}
