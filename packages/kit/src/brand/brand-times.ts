import type { AudioTrack } from '../track/audio-track.ts'
import type { BrandScene } from './brand-scene.ts'

/** When what a brand adds begins and ends, in seconds of the video. */
export type BrandTimes = {
  /** The intro is shown until here; 0 without one. */
  introEndSecs: number
  /** The outro is shown from here until the end card; the end of the video without one. */
  outroStartSecs: number
  /** The end card stands from here on; the end of the video without one. */
  cardStartSecs: number
  endSecs: number
}

/** No part of a brand takes more of the video than this. */
const MOST_SHARE = 1 / 3
/** And all of them together no more than this: the rest is the look's. */
const MOST_OF_ALL = 3 / 5
const CARD_SECS = 3
/** A bar that lies this near counts as where it was wished for. */
const NEAR_SECS = 0.05

type Track = Pick<AudioTrack, 'downbeatSecs' | 'frameCount' | 'fps'>

/** Finds the bars on which a brand's parts begin and end; where there are none, the moments that were wished for. */
export function planBrandTimes(brand: BrandScene, { downbeatSecs, frameCount, fps }: Track): BrandTimes {
  const endSecs = frameCount / fps
  const most = endSecs * MOST_SHARE
  const startOf = (wishedSecs: number, untilSecs: number) => {
    const earliest = untilSecs - most - NEAR_SECS
    const wished = Math.max(earliest, untilSecs - wishedSecs)
    return (
      findNearest(downbeatSecs, wished, (secs) => secs >= earliest && secs <= untilSecs - wishedSecs / 2) ??
      wished
    )
  }
  const cardStartSecs = brand.endCard
    ? startOf(Math.min(brand.endCard.secs ?? CARD_SECS, most), endSecs)
    : endSecs
  const lengthOf = (clip: { durationSecs: number } | undefined) => Math.min(clip?.durationSecs ?? 0, most)
  const { intro: introSecs, outro: outroSecs } = fitClips(
    { intro: lengthOf(brand.intro), outro: lengthOf(brand.outro) },
    cardStartSecs - endSecs * (1 - MOST_OF_ALL),
  )
  // A clip that ends before its bar would stand still, so it begins on the bar after.
  const outroStartSecs = brand.outro
    ? (findFirst(downbeatSecs, cardStartSecs - outroSecs - NEAR_SECS, cardStartSecs - outroSecs / 2) ??
      cardStartSecs - outroSecs)
    : cardStartSecs
  const introEndSecs = brand.intro
    ? (downbeatSecs.findLast((secs) => secs <= introSecs + NEAR_SECS && secs >= introSecs / 2) ?? introSecs)
    : 0
  return { introEndSecs, outroStartSecs, cardStartSecs, endSecs }
}

type ClipSecs = { intro: number; outro: number }

/** Clips that are longer than there is time for all become shorter by the same share; words on a card need their time to be read. */
function fitClips({ intro, outro }: ClipSecs, mostSecs: number): ClipSecs {
  const both = intro + outro
  const share = both > mostSecs ? mostSecs / both : 1
  return { intro: intro * share, outro: outro * share }
}

function findNearest(
  bars: readonly number[],
  wished: number,
  isFit: (secs: number) => boolean,
): number | undefined {
  const fit = bars.filter(isFit)
  return fit.sort((a, b) => Math.abs(a - wished) - Math.abs(b - wished))[0]
}

function findFirst(bars: readonly number[], from: number, until: number): number | undefined {
  return bars.find((secs) => secs >= from && secs <= until)
}
