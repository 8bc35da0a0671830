import { Card } from '../../components/card.tsx'
import { type FileCardProps, FilePair, FilmFacts } from './file-pair.tsx'

const BOXES = [
  { field: 'introUrl', label: 'At the start', help: 'MP4, MOV or WebM; ends on a bar.' },
  { field: 'outroUrl', label: 'At the end', help: 'MP4, MOV or WebM; begins on a bar.' },
] as const

/** Clips of their own at both ends of a video. */
export function ClipCard(props: FileCardProps) {
  return (
    <Card title="Clips">
      <FilePair {...props} takes="VIDEO" boxes={BOXES}>
        {(file, asset) => (
          <div class="font-words">
            <FilmFacts file={file} asset={asset} />
          </div>
        )}
      </FilePair>
      <p class="soft small">
        Shown over the song; their own sound is not used. Loops and videos of albums have none.
      </p>
    </Card>
  )
}
