import { ApiError, type Asset } from '@songreel/sdk'
import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { songreel } from '../../client.ts'
import { Button } from '../../components/button.tsx'
import { listDropped, pickFile } from '../../components/picked-files.ts'
import { warnWhile } from '../../components/warn-on-leave.ts'
import { describeError } from '../../format/describe-error.ts'
import { hasScope } from '../../session/scopes.ts'
import type { DraftFile } from './brand-draft.ts'
import { type BrandFileKind, describeMisfit, findExcess, findMisfit, listAccepted } from './brand-files.ts'
import { untilRead } from './until-read.ts'

type Props = {
  label: string
  /** What it is for, while there is none. */
  help: string
  takes: BrandFileKind
  file: DraftFile | undefined
  /** What a drawing said of it. */
  problem?: string | undefined
  onFile(file: DraftFile | undefined): void
  /** Shows what is there. */
  children(file: DraftFile, asset: Asset | undefined): ComponentChildren
}

/** A file of a brand: dropped or chosen, sent at once and read by the server, which says what is wrong with it. */
export function FileBox({ label, help, takes, file, problem, onFile, children }: Props) {
  const [isOver, setOver] = useState(false)
  const { percent, error, send } = useUpload(takes, onFile)
  const { asset, failure, isToCome } = useAsset(file?.assetId)
  const id = useId()
  const note = error ?? failure ?? problem
  const news = isToCome && !note ? 'Waiting for the file…' : note
  const canChange = hasScope('write')
  const chooseWords = file ? 'Replace' : 'Drop or choose a file'
  const choose = async () => {
    const picked = await pickFile(listAccepted(takes))
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
        {percent === undefined ? news : percent < 100 ? `Sending, ${percent} %` : 'Reading…'}
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

/** Sends a file; one that cannot be used does not replace the one that is there. */
function useUpload(takes: BrandFileKind, onFile: Props['onFile']) {
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
      const excess = findExcess(takes, picked, await songreel.service.limits())
      if (excess) throw new Error(excess)
      const { assetId, url } = await warnWhile(songreel.uploads.create(picked, { onProgress }))
      const asset = await untilRead(assetId)
      const fault = asset.error?.message ?? (await findMisfit(takes, picked, asset))
      if (!isLatest()) return
      if (fault) setError(fault)
      else onFile({ assetId, url, name: picked.name })
    } catch (cause) {
      const isUnknown = cause instanceof ApiError && cause.code === 'UNSUPPORTED_MEDIA_TYPE'
      if (isLatest()) setError(isUnknown ? describeMisfit(takes, picked.name) : describeError(cause))
    }
    if (isLatest()) setPercent(undefined)
  }
  return { percent, error, send }
}

/** What the server knows of a file, once it has it. */
function useAsset(assetId: string | undefined) {
  const [asset, setAsset] = useState<Asset>()
  const [waitsFor, setWaitsFor] = useState<string>()
  useEffect(() => {
    if (!assetId) return
    const ended = new AbortController()
    const { signal } = ended
    untilRead(assetId, { signal, onWait: () => signal.aborted || setWaitsFor(assetId) }).then(
      (found) => signal.aborted || setAsset(found),
      () => {},
    )
    return () => ended.abort()
  }, [assetId])
  const known = asset?.assetId === assetId ? asset : undefined
  const isToCome = assetId !== undefined && waitsFor === assetId && !known
  return { asset: known, failure: known?.error?.message, isToCome }
}
