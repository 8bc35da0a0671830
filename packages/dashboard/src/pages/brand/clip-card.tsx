import type { Asset } from '@songreel/sdk'
import { Card } from '../../components/card.tsx'
import { formatLength } from '../../format/format.ts'
import type { BrandDraft, DraftFile, FileField } from './brand-draft.ts'
import { FileBox } from './file-box.tsx'

const CLIP_FILES = 'video/mp4,video/quicktime,video/webm,.mp4,.mov,.webm'

type Props = {
  draft: BrandDraft
  problems: Record<string, string>
  onFile(field: FileField, file: DraftFile | undefined): void
}

/** Clips of their own at both ends of a video. */
export function ClipCard({ draft: { files }, problems, onFile }: Props) {
  const box = (field: 'introUrl' | 'outroUrl', label: string, help: string) => (
    <FileBox
      label={label}
      help={help}
      accept={CLIP_FILES}
      file={files[field]}
      problem={problems[field]}
      onFile={(file) => onFile(field, file)}
    >
      {(file, asset) => <ClipWords file={file} asset={asset} />}
    </FileBox>
  )
  return (
    <Card title="Clips">
      <div class="brand-pair">
        {box('introUrl', 'At the start', 'MP4, MOV or WebM; ends on a bar.')}
        {box('outroUrl', 'At the end', 'MP4, MOV or WebM; begins on a bar.')}
      </div>
      <p class="soft small">
        Shown over the song; their own sound is not used. Loops and videos of albums have none.
      </p>
    </Card>
  )
}

function ClipWords({ file, asset }: { file: DraftFile; asset: Asset | undefined }) {
  const { durationSecs, width, height } = asset ?? {}
  return (
    <div class="font-words">
      {file.name && <p class="clip">{file.name}</p>}
      <p class="soft small figures">
        {durationSecs !== undefined && `${formatLength(durationSecs)} · `}
        {width && height ? `${width}×${height}` : '\u00a0'}
      </p>
    </div>
  )
}
