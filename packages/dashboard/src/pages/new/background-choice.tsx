import type { Background, Content } from '@songreel/sdk'
import { Field } from '../../components/field.tsx'
import type { ChosenTemplate, DraftSong } from './draft.ts'
import { countFiles } from './template-needs.ts'

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

/** What lies behind a template, if it takes more than the cover; videos only where the song has some. */
export function BackgroundChoice({ template, choice, song, onChange }: Props) {
  const { background: _, ...plain } = choice
  const hasVideos = song !== undefined && countFiles(song).clips > 0
  const offered = ALL.filter(
    (name) => template.backgrounds.includes(name) && (name !== 'VIDEOS' || hasVideos),
  )
  if (offered.length < 2) return null
  const choose = (name: string) => {
    const background = offered.find((each) => each === name && each !== 'COVER')
    onChange(background ? { ...plain, background } : plain)
  }
  return (
    <Field label="Behind it">
      {(box) => (
        <select
          {...box}
          value={choice.background ?? 'COVER'}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
        >
          {offered.map((name) => (
            <option key={name} value={name}>
              {NAMES[name]}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
