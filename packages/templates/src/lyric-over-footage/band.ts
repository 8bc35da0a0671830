import { clamp01, expoOut, mix } from '@songreel/kit'

/** How high the band stands from a moment on. */
export type Level = { fromSecs: number; heightPx: number }

/** How long the band takes to its new height. */
const MOVE_SECS = 0.34

/** The band's height at any time: it goes straight from one text's height to the next one's, and does not sink between the two. */
export function planBand(levels: readonly Level[]): (secs: number) => number {
  const moves: { fromSecs: number; from: number; to: number }[] = []
  const heightAt = (secs: number): number => {
    const move = moves.findLast(({ fromSecs }) => fromSecs <= secs)
    if (!move) return 0
    return mix(move.from, move.to, expoOut(clamp01((secs - move.fromSecs) / MOVE_SECS)))
  }
  for (const { fromSecs, heightPx } of levels) {
    // What is there from the beginning has not risen.
    const from = fromSecs <= 0 ? heightPx : heightAt(fromSecs)
    moves.push({ fromSecs, from, to: heightPx })
  }
  return heightAt
}
