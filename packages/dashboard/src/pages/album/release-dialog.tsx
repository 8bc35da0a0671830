import { NAMED_PACKS, type PackName } from '@songreel/contract/named-packs'
import type { ReleasePackDryRun } from '@songreel/sdk'
import { useEffect, useState } from 'preact/hooks'
import { songreel } from '../../client.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Thumb } from '../../components/thumb.tsx'
import { nameVideo, useTemplates } from '../../data/templates.ts'
import { describeError } from '../../format/describe-error.ts'
import { formatCount, formatSecs } from '../../format/format.ts'
import { type PackLine, sumPack } from './sum-pack.ts'
import './release.css'

type Props = { mediaBundleId: string; onClose(): void }

/** What a release would be, pack by pack, before it is made. */
export function ReleaseDialog({ mediaBundleId, onClose }: Props) {
  const [pack, setPack] = useState<PackName>('STANDARD')
  const plan = usePlan(mediaBundleId, pack)
  const make = async () => {
    await songreel.mediaBundles.releasePack(mediaBundleId, { pack })
    // Its progress comes to the page by itself, as every batch does.
    onClose()
  }
  return (
    <Dialog title="Make the release" onClose={onClose}>
      <fieldset class="packs">
        <legend class="soft small">Pack</legend>
        {(Object.keys(NAMED_PACKS) as PackName[]).map((name) => (
          <label key={name} class="pack">
            <input type="radio" name="pack" checked={name === pack} onChange={() => setPack(name)} />
            <span>
              <strong>{toWord(name)}</strong>
              <span class="soft small">{NAMED_PACKS[name].about}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {plan.error !== undefined && (
        <p class="error" role="alert">
          {describeError(plan.error)}
        </p>
      )}
      {plan.value && <Plan plan={plan.value} />}
      <footer>
        <Button onPress={onClose}>Cancel</Button>
        <Button needs="write" loudness="main" disabled={!plan.value} onPress={make}>
          {plan.value ? `Make ${formatCount(plan.value.estimate.videos, 'video')}` : 'Make the release'}
        </Button>
      </footer>
    </Dialog>
  )
}

/** The dry run of a pack; nothing while it is on its way. */
function usePlan(mediaBundleId: string, pack: PackName) {
  const [plan, setPlan] = useState<{ value?: ReleasePackDryRun; error?: unknown }>({})
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    setPlan({})
    songreel.mediaBundles.dryRunReleasePack(mediaBundleId, { pack }, { signal }).then(
      (value) => !signal.aborted && setPlan({ value }),
      (error: unknown) => !signal.aborted && setPlan({ error }),
    )
    return () => stop.abort()
  }, [mediaBundleId, pack])
  return plan
}

function Plan({ plan }: { plan: ReleasePackDryRun }) {
  const { song, album } = sumPack(plan.renders)
  const { videos, secs } = plan.estimate
  return (
    <div class="stack">
      <Lines title="Of the songs" lines={song} />
      <Lines title="Of the album" lines={album} />
      {plan.warnings.length > 0 && (
        <ul class="left-out small">
          {plan.warnings.map(({ field, message }) => (
            <li key={field + message}>{message}</li>
          ))}
        </ul>
      )}
      <p class="soft small figures" role="status">
        {formatCount(videos, 'video')} · about {formatSecs(secs)} of work on two cores. What was made before
        is not made again.
      </p>
    </div>
  )
}

function Lines({ title, lines }: { title: string; lines: PackLine[] }) {
  const templates = useTemplates()
  if (lines.length === 0) return null
  return (
    <section>
      <h3>{title}</h3>
      <ul class="pack-lines">
        {lines.map(({ contentId, aspectRatio, albumKind, count, secs }) => {
          const template = templates?.find((each) => each.contentId === contentId)
          return (
            <li key={`${contentId} ${aspectRatio} ${albumKind}`}>
              <Thumb url={template?.previewImageUrl} />
              <span>
                <strong>{nameVideo({ contentId, albumKind })}</strong>
                <span class="soft small figures">
                  {aspectRatio.replace('x', ':')}
                  {count > 1 && ` · ${formatCount(count, 'song')}`} · about {formatSecs(secs)}
                </span>
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function toWord(name: string): string {
  return name.charAt(0) + name.slice(1).toLowerCase()
}
