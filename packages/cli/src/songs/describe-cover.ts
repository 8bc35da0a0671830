import { basename } from 'node:path'
import type { CliError } from '../cli-error.ts'
import type { CliEvent, CoverFacts } from '../events.ts'
import { cleanText } from '../print.ts'

/** A cover card takes about two thirds of the short side. */
const SHARP_ENOUGH = 0.66

/** Something to know about the cover. */
export type CoverWarning = Extract<CliEvent, { event: 'warning' }>

/** What its owner should know about the cover before it is in a video; undefined when all is well. */
export function warnAboutCover(
  { source, file, width = 0, height = 0 }: CoverFacts,
  given: string | undefined,
  shortSidePx: number,
): CoverWarning | undefined {
  if (source === 'DRAWN') {
    const message =
      'No cover given, none in the file and none beside it, so one is drawn from title and colours. Yours: --art cover.jpg'
    return { event: 'warning', code: 'COVER_DRAWN', message }
  }
  if (Math.min(width, height) >= shortSidePx * SHARP_ENOUGH) return undefined
  const art = given ?? file
  const name = art ? cleanText(basename(art)) : 'The cover inside the song'
  const message = `${name} is ${width}×${height} and will look soft at ${shortSidePx}. 1500×1500 or more is good.`
  return { event: 'warning', code: 'COVER_SMALL', message }
}

/** A picture beside the song is a find, not a wish: one that cannot be used is no reason to stop. */
export function warnAboutBesideCover({ message }: CliError): CoverWarning {
  return {
    event: 'warning',
    code: 'COVER_UNUSABLE',
    message: `${message} It lies beside the song and is left out.`,
  }
}
