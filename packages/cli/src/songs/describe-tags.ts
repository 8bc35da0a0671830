import type { SongTags } from '@songreel/render'
import type { CliEvent, SongFacts } from '../events.ts'
import { cleanText } from '../print.ts'
import type { SomeNames } from './song-names.ts'

/** Something to know about the names in a song's file. */
export type TagWarning = Extract<CliEvent, { event: 'warning' }>

type Note = NonNullable<SongTags['notes']>[number]

/** What was repaired or left out, with what is shown instead; names that the caller gave need no word. */
export function warnAboutTags(
  notes: readonly Note[],
  given: SomeNames,
  song: Pick<SongFacts, 'title' | 'artist' | 'album'>,
): TagWarning[] {
  return notes
    .filter(({ field }) => given[field] === undefined)
    .map((note) => {
      const shown = song[note.field]
      const [code, what] = REASONS[note.kind]
      const instead = shown ? `shown is "${cleanText(shown)}"` : 'none is shown'
      const message = `The ${note.field} in the tags ${what}: "${cleanText(note.seen)}"; ${instead}. Yours: --${note.field}`
      return { event: 'warning', code, message }
    })
}

const REASONS: Record<Note['kind'], [code: string, what: string]> = {
  REPAIRED: ['TAG_REPAIRED', 'is in an old encoding'],
  UNREADABLE: ['TAG_UNREADABLE', 'cannot be read'],
  WEB_ADDRESS: ['TAG_WEB_ADDRESS', 'holds a web address'],
}
