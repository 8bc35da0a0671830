import type { Asset } from '@songreel/sdk'
import { Card } from '../../components/card.tsx'
import { listFilled } from './brand-files.ts'
import { type FileCardProps, FilePair, FilmFacts } from './file-pair.tsx'

const BOXES = [
  {
    field: 'logoAnimationUrl',
    label: 'Logo that plays',
    help: 'Lottie JSON or .lottie. Plays once, and rests as the logo.',
  },
  {
    field: 'endCardAnimationUrl',
    label: 'Animation on the end card',
    help: 'Lottie JSON or .lottie. Stands in the place of the logo.',
  },
] as const

/** Lottie animations: a logo that plays, and one on the end card, with what was found in each. */
export function AnimationCard(props: FileCardProps) {
  return (
    <Card title="Animations">
      <FilePair {...props} takes="ANIMATION" boxes={BOXES}>
        {(file, asset) => (
          <div class="font-words">
            <FilmFacts file={file} asset={asset} />
            {asset?.animation && <AnimationNotes {...asset.animation} />}
          </div>
        )}
      </FilePair>
    </Card>
  )
}

/** What of it is filled with the song's and the brand's own, and what will look otherwise than where it was made. */
function AnimationNotes({ slots, notes }: NonNullable<Asset['animation']>) {
  const names = listFilled(slots)
  return (
    <>
      <p class="soft small">
        {names.length === 0 ? 'Nothing in it is filled in.' : `Filled in: ${names.join(', ')}.`}
      </p>
      {notes.map((note) => (
        <p key={note} class="brand-warning small">
          {note}
        </p>
      ))}
    </>
  )
}
