import type { Background, Content } from '@songreel/sdk'
import { Field } from '../../components/field.tsx'
import { lacksBackground } from './compose-batch.ts'
import { type ChosenTemplate, type DraftSong, draft } from './draft.ts'

const NAMES: Record<Background, string> = {
  COVER: 'The cover',
  VIDEOS: 'The videos of the song',
  ARTIST: 'The photo of the artist',
}

const ALL: Background[] = ['COVER', 'VIDEOS', 'ARTIST']

type Props = {
  template: Content
  choice: ChosenTemplate
  song: DraftSong | undefined
  onChange(next: ChosenTemplate): void
}

/** What lies behind a template, if it takes more than the cover. What there is nothing for cannot be chosen, and it is said why. */
export function BackgroundChoice({ template, choice, song, onChange }: Props) {
  const { background: _, ...plain } = choice
  const taken = ALL.filter((name) => template.backgrounds.includes(name))
  if (taken.length < 2) return null
  const choose = (name: string) => {
    const background = taken.find((each) => each === name && each !== 'COVER')
    onChange(background ? { ...plain, background } : plain)
  }
  const help = describeLacks(taken, song)
  return (
    <Field label="Behind it" {...(help && { help })}>
      {(box) => (
        <select
          {...box}
          value={choice.background && !lacksBackground(choice.background, song) ? choice.background : 'COVER'}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
        >
          {taken.map((name) => (
            <option key={name} value={name} disabled={lacksBackground(name, song)}>
              {NAMES[name]}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

/** What is missing, and where it would be added; nothing while the song is not known. */
function describeLacks(taken: Background[], song: DraftSong | undefined): string {
  if (!song) return ''
  const lacks = (name: Background) => taken.includes(name) && lacksBackground(name, song)
  const artist = song.artist.trim() || 'The artist'
  return [
    lacks('VIDEOS') &&
      `The song has no videos: add some ${song.isFromCatalogue ? 'on its page' : 'with its files'}.`,
    lacks('ARTIST') && `${artist} has no photo: add one on the artist’s page.`,
    draft.value.songs.length > 1 && 'A song without what you choose keeps its cover.',
  ]
    .filter(Boolean)
    .join(' ')
}
