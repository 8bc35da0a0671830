import { basename } from 'node:path'
import { describeSmallCover } from '@songreel/kit/input'
import type { LyricsData } from '@songreel/kit/lyrics'
import type { OutputChecks, RenderPlan, RenderWarning } from '../plan/render-plan.ts'
import type { RenderInputs } from '../scene/read-inputs.ts'

/** What is not as good as it could be about a song's cover, names and lyrics, in words for its owner. */
export async function listSongWarnings(
  plan: RenderPlan,
  inputs: RenderInputs,
  lyrics: LyricsData | undefined,
): Promise<RenderWarning[]> {
  return [
    ...warnAboutCover(plan, inputs),
    ...(await warnAboutText(plan, inputs, lyrics)),
    ...warnAboutLyrics(inputs, lyrics),
  ]
}

function warnAboutCover({ files, size }: RenderPlan, { cover, template }: RenderInputs): RenderWarning[] {
  if (cover.isDrawn) {
    return [{ code: 'COVER_DRAWN', message: 'There was no cover, so one was drawn from title and artist.' }]
  }
  const name = files.cover ? basename(files.cover) : 'The embedded cover'
  const { originalWidth, originalHeight } = cover.picture
  const neededPx = Math.min(size.width, size.height)
  if (template.master && Math.min(originalWidth, originalHeight) < neededPx) {
    const message = `${name} is ${originalWidth}×${originalHeight} and was enlarged to ${neededPx}×${neededPx}. Stores refuse enlarged covers: send one of ${neededPx}×${neededPx} or more.`
    return [{ code: 'COVER_ENLARGED', message }]
  }
  const message = describeSmallCover(name, cover.picture, neededPx)
  return message ? [{ code: 'COVER_SMALL', message }] : []
}

/** Characters that every bundled font has: nothing must be loaded to know it. */
export const ALWAYS_COVERED = /^[\n -~\u00a1-\u00ac\u00ae-\u00ff]*$/

async function warnAboutText(
  { song }: RenderPlan,
  { data }: RenderInputs,
  lyrics: LyricsData | undefined,
): Promise<RenderWarning[]> {
  const sung = lyrics?.lines.map(({ text }) => text) ?? []
  const texts = [song.title, song.artist, song.album, ...Object.values(data), ...sung].filter(
    (text) => typeof text === 'string',
  )
  const text = texts.join('\n')
  if (ALWAYS_COVERED.test(text)) return []
  const { findUncoveredCharacters } = await import('@songreel/kit/drawing')
  const missing = findUncoveredCharacters(text)
  if (missing.length === 0) return []
  const message = `No bundled font has ${missing.join(' ')}; left out of the picture, or drawn in a simpler form.`
  return [{ code: 'CHARACTERS_NOT_COVERED', message }]
}

function warnAboutLyrics({ template }: RenderInputs, lyrics: LyricsData | undefined): RenderWarning[] {
  // Where data could stand in for lyrics, nothing follows their times.
  if (!lyrics || template.needs.lyricsUnless) return []
  const { lines, timing } = lyrics
  if (lines.length === 0) {
    const message = 'No line of the lyrics is sung in this excerpt. Choose another with audioStartEndSecs.'
    return [{ code: 'LYRICS_NOT_IN_EXCERPT', message }]
  }
  if (timing === 'ESTIMATED') {
    const message =
      'The lyrics are plain text, so the times of their lines are estimated. Send times to have them exact.'
    return [{ code: 'LYRICS_ESTIMATED', message }]
  }
  const spread = lines.filter(({ hasSpreadWords }) => hasSpreadWords).length
  if (spread === 0) return []
  const message = `${spread} of ${lines.length} lines have no times for their words, which were spread over the line by length. Send word times to have them exact.`
  return [{ code: 'LYRICS_WORDS_ESTIMATED', message }]
}

/** What the check of the finished file found, but was no reason to stop. */
export function listOutputWarnings({ items }: OutputChecks): RenderWarning[] {
  return items
    .filter(({ status }) => status === 'WARNING')
    .map(({ name, seen, expected }) => ({
      code: `OUTPUT_${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`,
      message: `The finished video's ${name} is ${seen}; expected ${expected}.`,
    }))
}
