import type { Asset } from '@songreel/sdk'
import type { ComponentChildren } from 'preact'
import { formatLength } from '../../format/format.ts'
import type { BrandDraft, DraftFile, FileField } from './brand-draft.ts'
import type { BrandFileKind } from './brand-files.ts'
import { FileBox } from './file-box.tsx'

/** What every card with files of a brand gets. */
export type FileCardProps = {
  draft: BrandDraft
  problems: Record<string, string>
  onFile(field: FileField, file: DraftFile | undefined): void
}

type Props = FileCardProps & {
  takes: BrandFileKind
  boxes: readonly { field: FileField; label: string; help: string }[]
  /** Shows a file that is there. */
  children(file: DraftFile, asset: Asset | undefined): ComponentChildren
}

/** Boxes for files of one kind, side by side. */
export function FilePair({ draft: { files }, problems, onFile, takes, boxes, children }: Props) {
  return (
    <div class="brand-pair">
      {boxes.map(({ field, label, help }) => (
        <FileBox
          key={field}
          label={label}
          help={help}
          takes={takes}
          file={files[field]}
          problem={problems[field]}
          onFile={(file) => onFile(field, file)}
        >
          {children}
        </FileBox>
      ))}
    </div>
  )
}

/** The name, length and size of something that moves. */
export function FilmFacts({ file, asset }: { file: DraftFile; asset: Asset | undefined }) {
  const { durationSecs, width, height } = asset ?? {}
  return (
    <>
      {file.name && <p class="clip">{file.name}</p>}
      <p class="soft small figures">
        {durationSecs !== undefined && `${formatLength(durationSecs)} · `}
        {width && height ? `${width}×${height}` : '\u00a0'}
      </p>
    </>
  )
}
