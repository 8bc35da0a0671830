import { ApiError, type BatchDryRun, type BatchInput, type Content } from '@songreel/sdk'
import { useEffect, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { songreel } from '../../client.ts'
import { RequestTabs } from '../../looks/request-tabs.tsx'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { describeError } from '../../parts/describe-error.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Field } from '../../parts/field.tsx'
import { LinkButton } from '../../parts/link-button.tsx'
import { formatCount, formatSecs } from '../../words/format.ts'
import { composeBatch } from './compose-batch.ts'
import { changeDraft, clearDraft, draft } from './draft.ts'
import { song } from './save-song.ts'
import './send-step.css'

const TYPING_MS = 400
const QUALITIES = [
  { value: 'FULL', label: 'Full (1080)' },
  { value: 'HD', label: 'HD (720), quicker' },
  { value: 'ULTRA', label: 'Ultra (2160), for stores and large screens' },
  { value: 'PREVIEW', label: 'Preview (360), for a quick look' },
]

/** Checked by the server before it is sent: what will be made, how long it takes, and what may not be as intended. */
export function SendStep({ contents }: { contents: Content[] | undefined }) {
  const { route } = useLocation()
  const { looks, key } = draft.value
  const isReady = song.value.step === 'ready'
  const body = contents && composeBatch(draft.value, contents)
  const check = useDryRun(isReady ? body : undefined)
  if (looks.length === 0)
    return (
      <EmptyState title="No look is chosen yet" text="Choose one or more, then come back.">
        <LinkButton href="/new?step=look">Choose a look</LinkButton>
      </EmptyState>
    )
  if (!body) return <EmptyState title="One moment…" />
  const send = async () => {
    const { batchId } = await songreel.batches.create(body, { idempotencyKey: key })
    clearDraft()
    route(`/batches/${batchId}`)
  }
  return (
    <>
      <h2 class="unseen" tabindex={-1} data-step-title>
        Send
      </h2>
      <div class="new-send">
        <Card title="What will be made">
          <Summary body={body} contents={contents ?? []} />
          <Check check={check} />
        </Card>
        <SendFields errors={check.errors} />
        <Card title="Same as">
          <RequestTabs body={body} />
        </Card>
      </div>
      <footer class="new-foot">
        <p class={song.value.step === 'failed' ? 'new-note is-bad' : 'new-note soft'} role="status">
          {!isReady && song.value.words}
        </p>
        <Button loudness="main" disabled={!isReady || !check.result} onPress={send}>
          Make {formatCount(body.renders.length, 'video')}
        </Button>
      </footer>
    </>
  )
}

function Summary({ body, contents }: { body: BatchInput; contents: Content[] }) {
  const { title, artist } = draft.value
  const names = new Map(contents.map(({ contentId, name }) => [contentId, name]))
  const ids = [...new Set(body.renders.map(({ contentId }) => contentId))]
  const shapesOf = (id: string) =>
    body.renders.flatMap(({ contentId, videoSettings }) =>
      contentId === id ? [videoSettings?.aspectRatio ?? ''] : [],
    )
  return (
    <>
      <p>
        <strong>{title}</strong> <span class="soft">{artist}</span>
      </p>
      <ul class="new-summary">
        {ids.map((id) => (
          <li key={id}>
            <span>{names.get(id) ?? id}</span>
            <span class="soft figures">{shapesOf(id).join('  ')}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

type DryRun = { result?: BatchDryRun; problem?: string; errors: Record<string, string> }

/** What the server says of it, after every change. */
function useDryRun(body: BatchInput | undefined): DryRun {
  const [check, setCheck] = useState<DryRun>({ errors: {} })
  const key = body && JSON.stringify(body)
  useEffect(() => {
    if (!body) return
    const ended = new AbortController()
    const run = async () => {
      try {
        const result = await songreel.batches.dryRun(body, { signal: ended.signal })
        setCheck({ result, errors: {} })
      } catch (error) {
        if (ended.signal.aborted) return
        const details = error instanceof ApiError ? error.details : []
        const errors = Object.fromEntries(details.map(({ field, message }) => [field, message]))
        setCheck({ problem: describeError(error), errors })
      }
    }
    const timer = setTimeout(run, check.result ? TYPING_MS : 0)
    return () => {
      clearTimeout(timer)
      ended.abort()
    }
  }, [key])
  return check
}

function Check({ check: { result, problem, errors } }: { check: DryRun }) {
  if (problem)
    return (
      <div class="new-check is-bad" role="alert">
        <p>{problem}</p>
        <ul>
          {Object.entries(errors).map(([field, message]) => (
            <li key={field}>
              <code>{field}</code> {message}
            </li>
          ))}
        </ul>
      </div>
    )
  if (!result) return <p class="new-check soft">Checking with the server…</p>
  const { warnings, estimate } = result
  const isFine = warnings.length === 0
  return (
    <div class={isFine ? 'new-check is-good' : 'new-check is-warn'} role="status">
      <p>
        {isFine
          ? '✓ Checked by the server'
          : `Checked by the server: ${formatCount(warnings.length, 'warning')}`}
        <span class="figures"> · about {formatSecs(estimate.secs)} of work</span>
      </p>
      <ul>
        {warnings.map(({ field, message }) => (
          <li key={field + message}>{message}</li>
        ))}
      </ul>
    </div>
  )
}

function SendFields({ errors }: { errors: Record<string, string> }) {
  const { ref, webhookUrl, quality } = draft.value
  return (
    <Card title="How">
      <Field label="Quality">
        {(box) => (
          <select
            {...box}
            value={quality}
            onChange={({ currentTarget }) => changeDraft({ quality: currentTarget.value })}
          >
            {QUALITIES.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label="Reference" help="Finds the batch again. Optional." error={errors.ref}>
        {(box) => (
          <input
            {...box}
            value={ref}
            maxLength={200}
            placeholder="night-ep-launch"
            onInput={({ currentTarget }) => changeDraft({ ref: currentTarget.value })}
          />
        )}
      </Field>
      <Field label="Tell this address when done" help="A webhook. Optional." error={errors.webhookUrl}>
        {(box) => (
          <input
            {...box}
            type="url"
            value={webhookUrl}
            placeholder="https://"
            onInput={({ currentTarget }) => changeDraft({ webhookUrl: currentTarget.value })}
          />
        )}
      </Field>
    </Card>
  )
}
