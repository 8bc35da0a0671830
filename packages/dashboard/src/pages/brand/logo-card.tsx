import type { Asset } from '@songreel/sdk'
import { useEffect, useState } from 'preact/hooks'
import { Card } from '../../components/card.tsx'
import { Field } from '../../components/field.tsx'
import { hasScope } from '../../session/scopes.ts'
import type { DraftFile, LogoShown } from './brand-draft.ts'
import { Choice } from './choice.tsx'
import { FileBox } from './file-box.tsx'
import type { FileCardProps } from './file-pair.tsx'

type Props = FileCardProps & { onLogo(next: Partial<LogoShown>): void }

/** The logo in its two forms, and where, how large and when it is shown. */
export function LogoCard({ draft, problems, onFile, onLogo }: Props) {
  const { logoUrl, logoDarkUrl, logoAnimationUrl } = draft.files
  const hasLogo = Boolean(logoUrl ?? logoDarkUrl ?? logoAnimationUrl)
  return (
    <Card title="Logo">
      <div class="brand-pair">
        <FileBox
          label="Logo"
          help="PNG with a transparent ground, or SVG."
          takes="LOGO"
          file={logoUrl}
          problem={problems.logoUrl}
          onFile={(file) => onFile('logoUrl', file)}
        >
          {(file, asset) => <LogoPicture file={file} asset={asset} ground="light" />}
        </FileBox>
        <FileBox
          label="On dark grounds"
          help="A light drawing. Without one, the logo is made to be seen."
          takes="LOGO"
          file={logoDarkUrl}
          problem={problems.logoDarkUrl}
          onFile={(file) => onFile('logoDarkUrl', file)}
        >
          {(file, asset) => <LogoPicture file={file} asset={asset} ground="dark" />}
        </FileBox>
      </div>
      {hasLogo && <LogoFields logo={draft.logo} onLogo={onLogo} />}
    </Card>
  )
}

const PLACES: Record<LogoShown['place'], string> = {
  AUTO: 'Where it fits best',
  TOP_LEFT: 'Top left',
  TOP_RIGHT: 'Top right',
  BOTTOM_LEFT: 'Bottom left',
  BOTTOM_RIGHT: 'Bottom right',
}
const SIZES: Record<LogoShown['size'], string> = { SMALL: 'Small', MEDIUM: 'Medium', LARGE: 'Large' }
const TIMES: Record<LogoShown['shows'], string> = {
  ALWAYS: 'All the time',
  START: 'In the first 3 s',
  END: 'In the last 3 s',
}

function LogoFields({ logo, onLogo }: Pick<Props, 'onLogo'> & { logo: LogoShown }) {
  const percent = Math.round(logo.opacity * 100)
  return (
    <div class="brand-fields">
      <Choice
        label="Place"
        isDisabled={!hasScope('write')}
        all={PLACES}
        value={logo.place}
        onChoose={(place) => onLogo({ place })}
      />
      <Choice
        label="Size"
        isDisabled={!hasScope('write')}
        all={SIZES}
        value={logo.size}
        onChoose={(size) => onLogo({ size })}
      />
      <Choice
        label="Shown"
        isDisabled={!hasScope('write')}
        all={TIMES}
        value={logo.shows}
        onChoose={(shows) => onLogo({ shows })}
      />
      <Field label="Opacity" remark={`${percent} %`}>
        {(box) => (
          <input
            {...box}
            type="range"
            min={10}
            max={100}
            step={5}
            value={percent}
            aria-valuetext={`${percent} %`}
            disabled={!hasScope('write')}
            onInput={({ currentTarget }) => onLogo({ opacity: currentTarget.valueAsNumber / 100 })}
          />
        )}
      </Field>
    </div>
  )
}

type PictureProps = { file: DraftFile; asset: Asset | undefined; ground: 'light' | 'dark' }

/** A logo on a ground that it is made for, once it is here; a picture without a transparent ground is pointed out. */
function LogoPicture({ file, asset, ground }: PictureProps) {
  const [isOpaque, setOpaque] = useState(false)
  useEffect(() => setOpaque(false), [file.assetId])
  return (
    <>
      <div class={`logo-picture is-${ground}`}>
        {asset?.status === 'READY' && (
          <img
            src={`/v1/uploads/${file.assetId}`}
            alt={file.name ?? 'The logo'}
            onLoad={({ currentTarget }) => setOpaque(hasNoAlpha(currentTarget))}
          />
        )}
      </div>
      {isOpaque && (
        <p class="brand-warning small">
          It has no transparent ground, so it stands in videos as a rectangle. Use a PNG with alpha, or an
          SVG.
        </p>
      )}
    </>
  )
}

const SAMPLE_PX = 32

/** Whether every pixel covers what is behind it. */
function hasNoAlpha(image: HTMLImageElement): boolean {
  const context = new OffscreenCanvas(SAMPLE_PX, SAMPLE_PX).getContext('2d', { willReadFrequently: true })
  if (!context || image.naturalWidth === 0) return false
  context.drawImage(image, 0, 0, SAMPLE_PX, SAMPLE_PX)
  const { data } = context.getImageData(0, 0, SAMPLE_PX, SAMPLE_PX)
  return data.every((value, index) => index % 4 !== 3 || value === 255)
}
