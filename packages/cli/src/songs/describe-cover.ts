import { basename } from 'node:path'
import type { CliEvent, CoverFacts } from '../events.ts'
import { cleanText } from '../print.ts'

/** A cover card takes about two thirds of the short side. */
const SHARP_ENOUGH = 0.66

/** What its owner should know about the cover before it is in a video; undefined when all is well. */
export function warnAboutCover(
  { source, width = 0, height = 0 }: CoverFacts,
  art: string | undefined,
  shortSidePx: number,
): Extract<CliEvent, { event: 'warning' }> | undefined {
  if (source === 'DRAWN') {
    const message =
      'No cover given and none in the file, so one is drawn from title and colours. Yours: --art cover.jpg'
    return { event: 'warning', code: 'COVER_DRAWN', message }
  }
  if (Math.min(width, height) >= shortSidePx * SHARP_ENOUGH) return undefined
  const name = art ? cleanText(basename(art)) : 'The cover inside the song'
  const message = `${name} is ${width}×${height} and will look soft at ${shortSidePx}. 1500×1500 or more is good.`
  return { event: 'warning', code: 'COVER_SMALL', message }
}
