import type { Asset } from '@songreel/sdk'
import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { songreel } from '../../client.ts'
import { Button } from '../../components/button.tsx'
import { listDropped, pickFile } from '../../components/picked-files.ts'
import { warnWhile } from '../../components/warn-on-leave.ts'
import { forgetReadings } from '../../fetch-once.ts'
import { describeError } from '../../format/describe-error.ts'
import { hasScope } from '../../session/scopes.ts'
import type { DraftFile } from './brand-draft.ts'

type Props = {
  label: string
  /** What it is for, while there is none. */
  help: string
  accept: string
  file: DraftFile | undefined
  /** What a drawing said of it. */
  problem?: string | undefined
  onFile(file: DraftFile | undefined): void
  /** Shows what is there. */
  children(file: DraftFile, asset: Asset | undefined): ComponentChildren
}

/** A file of a brand: dropped or chosen, sent at once and read by the server, which says what is wrong with it. */
export function FileBox({ label, help, accept, file, problem, onFile, children }: Props) {
  const [isOver, setOver] = useState(false)
  const { percent, error, send } = useUpload(onFile)
  const { asset, failure } = useAsset(file?.assetId)
  const id = useId()
  const note = error ?? failure ?? problem
  const canChange = hasScope('write')
  const chooseWords = file ? 'Replace' : 'Drop or choose a file'
  const choose = async () => {
    const picked = await pickFile(accept)
    if (picked) await send(picked)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset can't be a target of files in all browsers.
    <div
      role="group"
      aria-labelledby={id}
      class={isOver ? 'file-box is-over' : 'file-box'}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(canChange)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={async (event) => {
        event.preventDefault()
        setOver(false)
        const [dropped] = event.dataTransfer ? await listDropped(event.dataTransfer) : []
        if (dropped && canChange) await send(dropped.file)
      }}
    >
      <h3 id={id}>{label}</h3>
      {file ? children(file, asset) : <p class="soft small">{help}</p>}
      <p class={note ? 'file-note is-bad' : 'file-note soft'} role={note ? 'alert' : 'status'}>
        {percent === undefined ? note : percent < 100 ? `Sending, ${percent} %` : 'Reading…'}
      </p>
      <div class="row">
        <Button needs="write" isSmall onPress={choose} aria-label={`${chooseWords}: ${label}`}>
          {chooseWords}
        </Button>
        {file && (
          <Button
            needs="write"
            isSmall
            loudness="plain"
            aria-label={`Remove: ${label}`}
            onPress={() => onFile(undefined)}
          >
            Remove
          </Button>
        )}
      </div>
    </div>
  )
}

/** Sends a file; one that the server cannot read does not replace the one that is there. */
function useUpload(onFile: Props['onFile']) {
  const [percent, setPercent] = useState<number>()
  const [error, setError] = useState<string>()
  const latest = useRef(0)
  const send = async (picked: File) => {
    const turn = ++latest.current
    const isLatest = () => latest.current === turn
    setError(undefined)
    setPercent(0)
    const onProgress = ({ sentBytes, totalBytes }: { sentBytes: number; totalBytes: number }) =>
      isLatest() && setPercent(Math.round((100 * sentBytes) / Math.max(1, totalBytes)))
    try {
      const { assetId, url } = await warnWhile(songreel.uploads.create(picked, { onProgress }))
      const asset = await untilRead(assetId)
      if (!isLatest()) return
      if (asset.status === 'FAILED') setError(asset.error?.message ?? 'It could not be read.')
      else onFile({ assetId, url, name: picked.name })
    } catch (cause) {
      if (isLatest()) setError(describeError(cause))
    }
    if (isLatest()) setPercent(undefined)
  }
  return { percent, error, send }
}

const READING_MS = 250
const MOST_READINGS = 120

/** The server reads a file on its own, a moment after it has come. */
async function untilRead(assetId: string): Promise<Asset> {
  for (let count = 1; ; count++) {
    const asset = await songreel.assets.get(assetId)
    if (asset.status !== 'PENDING' || count >= MOST_READINGS) return asset
    forgetReadings()
    await new Promise((resolve) => setTimeout(resolve, READING_MS))
  }
}

/** What the server knows of a file. */
function useAsset(assetId: string | undefined): { asset: Asset | undefined; failure: string | undefined } {
  const [asset, setAsset] = useState<Asset>()
  useEffect(() => {
    if (!assetId) return
    let isGone = false
    untilRead(assetId).then(
      (found) => isGone || setAsset(found),
      () => {},
    )
    return () => {
      isGone = true
    }
  }, [assetId])
  const known = asset?.assetId === assetId ? asset : undefined
  return { asset: known, failure: known?.error?.message }
}
