import type { FrameLayout } from '@songreel/kit'

/** In pixels of a frame whose short side is 1080. */
export type CardMeasures = {
  titlePx: number
  titleHeight: number
  artistPx: number
  kickerPx: number
  clockPx: number
  /** The waveform's least height and its most. */
  wave: number
  mostWave: number
}

const MEASURES: Record<'TALL' | 'PORTRAIT' | 'SLIM' | 'SQUARE' | 'BAND' | 'WIDE', CardMeasures> = {
  TALL: {
    titlePx: 156,
    titleHeight: 290,
    artistPx: 68,
    kickerPx: 72,
    clockPx: 56,
    wave: 336,
    mostWave: 700,
  },
  PORTRAIT: {
    titlePx: 200,
    titleHeight: 400,
    artistPx: 62,
    kickerPx: 68,
    clockPx: 54,
    wave: 180,
    mostWave: 330,
  },
  // All type in a slim column beside the cover, in 4x5: what the cover leaves below is for the waveform.
  SLIM: {
    titlePx: 200,
    titleHeight: 560,
    artistPx: 62,
    kickerPx: 68,
    clockPx: 54,
    wave: 330,
    mostWave: 560,
  },
  // The same in a square.
  SQUARE: {
    titlePx: 148,
    titleHeight: 460,
    artistPx: 58,
    kickerPx: 62,
    clockPx: 50,
    wave: 240,
    mostWave: 330,
  },
  // A square whose cover takes all of its width: type makes room for it.
  BAND: {
    titlePx: 116,
    titleHeight: 210,
    artistPx: 54,
    kickerPx: 54,
    clockPx: 48,
    wave: 96,
    mostWave: 240,
  },
  WIDE: {
    titlePx: 200,
    titleHeight: 480,
    artistPx: 66,
    kickerPx: 76,
    clockPx: 56,
    wave: 150,
    mostWave: 300,
  },
}

/** Between the parts, in the same pixels. */
export const GAP = { kicker: 18, artist: 22, clock: 24, wave: 36, print: 40, beside: 44, besideWide: 80 }

/** How far a text rises as it comes, in the same pixels: less than the gap below the lowest one. */
export const RISE_PX = 20

/** 4x5 has room for larger type than a square. */
export function chooseMeasures({ size, shape }: FrameLayout, isBand: boolean): CardMeasures {
  if (shape !== 'SQUARE') return MEASURES[shape]
  if (size.width / size.height < 0.9) return MEASURES[isBand ? 'PORTRAIT' : 'SLIM']
  return MEASURES[isBand ? 'BAND' : 'SQUARE']
}
