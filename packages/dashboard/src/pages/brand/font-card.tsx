import type { Asset } from '@songreel/sdk'
import { Card } from '../../components/card.tsx'
import type { DraftFile } from './brand-draft.ts'
import { type FileCardProps, FilePair } from './file-pair.tsx'

const HELP = 'TTF, OTF or WOFF2. Without one, each template has its own.'
const BOXES = [
  { field: 'titleFontUrl', label: 'Titles', help: HELP },
  { field: 'textFontUrl', label: 'All other text', help: HELP },
] as const

/** The font of titles and that of all other text, with what is said of each by its maker. */
export function FontCard(props: FileCardProps) {
  return (
    <Card title="Fonts">
      <FilePair {...props} takes="FONT" boxes={BOXES}>
        {(file, asset) => <FontWords file={file} asset={asset} />}
      </FilePair>
    </Card>
  )
}

type Facts = NonNullable<Asset['font']>

const EMBEDDING: Record<Facts['embedding'], string> = {
  INSTALLABLE: 'Its maker allows any embedding.',
  EDITABLE: 'Its maker allows embedding.',
  PREVIEW_AND_PRINT: 'Its maker allows embedding to look at and to print.',
  RESTRICTED: 'Its maker allows no embedding: make sure that your licence covers videos.',
}

function FontWords({ file, asset }: { file: DraftFile; asset: Asset | undefined }) {
  const font = asset?.font
  return (
    <div class="font-words">
      <p class="font-name">{font ? `${font.family} ${font.style}` : (file.name ?? '\u00a0')}</p>
      <p class="soft small">{font ? describeScripts(font) : '\u00a0'}</p>
      {font && (
        <p class={font.embedding === 'RESTRICTED' ? 'brand-warning small' : 'soft small'}>
          {EMBEDDING[font.embedding]}
        </p>
      )}
    </div>
  )
}

const SHOWN_SCRIPTS = 4

/** Which scripts a font has, and what becomes of the others. */
function describeScripts({ scripts }: Pick<Facts, 'scripts'>): string {
  const names = new Intl.DisplayNames('en', { type: 'script' })
  const list = new Intl.ListFormat('en')
  const known = scripts.slice(0, SHOWN_SCRIPTS).map((script) => names.of(script) ?? script)
  const more = scripts.length - known.length
  const has = list.format(more > 0 ? [...known, `${more} more`] : known) || 'no letters that we know'
  const lack = scripts.includes('Latn') ? '' : ' It has no Latin letters.'
  return `Has ${has}.${lack} Letters that it lacks come from ours.`
}
