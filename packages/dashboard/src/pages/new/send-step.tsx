import type { Content } from '@songreel/sdk'
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { Field } from '../../components/field.tsx'
import { LinkButton } from '../../components/link-button.tsx'
import { showToast } from '../../components/toast.tsx'
import { describeNeeds } from '../../format/describe-template.ts'
import { formatCount } from '../../format/format.ts'
import { RequestTabs } from '../../templates/request-tabs.tsx'
import { CheckNote } from './check-note.tsx'
import { chooseShapes, composeBatch, countVideos } from './compose-batch.ts'
import { changeDraft, clearDraft, type Draft, type DraftSong, draft, findShownSong } from './draft.ts'
import { proposeRef } from './propose-ref.ts'
import { describeWaiting, song } from './song-state.ts'
import { hasAll, nameSongs } from './template-needs.ts'
import './send-step.css'
import { sendSongs } from './send-songs.ts'
import { useDryRuns } from './use-dry-runs.ts'

const QUALITIES = [
  { value: 'FULL', label: 'Full (1080)' },
  { value: 'HD', label: 'HD (720), quicker' },
  { value: 'ULTRA', label: 'Ultra (2160), for stores and large screens' },
  { value: 'PREVIEW', label: 'Preview (360), for a quick look' },
]

/** Checked by the server before it is sent: what will be made, how long it takes, and what may not be as intended. */
export function SendStep({ templates = [] }: { templates: Content[] | undefined }) {
  const { songs, chosen } = draft.value
  const shown = findShownSong()
  const checks = useDryRuns(templates)
  if (!shown || chosen.length === 0)
    return (
      <EmptyState title="No template is chosen yet" text="Choose one or more, then come back.">
        <LinkButton href="/new?step=template">Choose a template</LinkButton>
      </EmptyState>
    )
  if (templates.length === 0) return <EmptyState title="One moment…" />
  const body = composeBatch(withRef(draft.value), shown, templates)
  const errors = Object.assign({}, ...checks.map((check) => check.errors))
  return (
    <>
      <h2 class="unseen" tabindex={-1} data-step-title>
        Send
      </h2>
      <div class="new-send">
        <Card title="What will be made">
          <Summary songs={songs} templates={templates} />
          <CheckNote checks={checks} count={songs.length} />
        </Card>
        <SendFields errors={errors} />
        <Card title={songs.length > 1 ? `Same as, for ${shown.title}` : 'Same as'}>
          <RequestTabs body={body} />
        </Card>
      </div>
      <SendFoot
        songs={checks.flatMap((check) => (check.result ? [check.song] : []))}
        templates={templates}
        isChecked={checks.every(({ result, problem }) => result || problem)}
      />
    </>
  )
}

type FootProps = { songs: DraftSong[]; templates: Content[]; isChecked: boolean }

/** Sends what the server takes; anything else stays, with the reason. */
function SendFoot({ songs, templates, isChecked }: FootProps) {
  const { route } = useLocation()
  const [sentCount, setSentCount] = useState<number>()
  const isOne = draft.value.songs.length === 1 && !draft.value.isPart
  const waiting = describeWaiting() ?? (isOne && song.value.step !== 'ready' ? song.value : undefined)
  const send = async () => {
    changeDraft(withRef(draft.value))
    const { ref } = draft.value
    setSentCount(0)
    const sent = await sendSongs(songs, templates, setSentCount)
    setSentCount(undefined)
    if (draft.value.songs.length > 0) {
      showToast(`${formatCount(sent.length, 'song')} sent, ${draft.value.songs.length} left`)
      return
    }
    clearDraft()
    route(isOne ? `/batches/${sent[0]}` : `/references/${encodeURIComponent(ref.trim())}`)
  }
  const count = countVideos(draft.value, songs, templates)
  const isReady = isChecked && count > 0 && !(isOne && waiting)
  return (
    <footer class="new-foot">
      <p class={waiting?.step === 'failed' ? 'new-note is-bad' : 'new-note soft'} role="status">
        {sentCount === undefined ? waiting?.words : `Sending ${sentCount + 1} of ${songs.length}…`}
      </p>
      <Button loudness="main" disabled={!isReady} onPress={send}>
        Make {formatCount(count, 'video')}
        {songs.length > 1 && ` of ${songs.length} songs`}
      </Button>
    </footer>
  )
}

function Summary({ songs, templates }: { songs: DraftSong[]; templates: Content[] }) {
  const { chosen, shapes } = draft.value
  const [first] = songs
  const used = chosen.flatMap(
    (choice) => templates.find(({ contentId }) => contentId === choice.contentId) ?? [],
  )
  const count = countVideos(draft.value, songs, templates)
  return (
    <>
      <p>
        <strong>{songs.length === 1 ? first?.title : `${songs.length} songs`}</strong>{' '}
        <span class="soft figures">
          {songs.length === 1 ? first?.artist : `${formatCount(count, 'video')}, kept together`}
        </span>
      </p>
      <ul class="new-summary">
        {used.map((template) => {
          const without = songs.filter((each) => !hasAll(template, each))
          return (
            <li key={template.contentId}>
              <span>
                {template.name}
                {without.length > 0 && (
                  <span class="soft small">
                    {' '}
                    without {nameSongs(without)}: no {describeNeeds(template)}
                  </span>
                )}
              </span>
              <span class="soft figures">{chooseShapes(template, shapes).join('  ')}</span>
            </li>
          )
        })}
      </ul>
    </>
  )
}

/** Several songs stay together by a reference; where nobody gave one, it is made up. */
function withRef(whole: Draft): Draft {
  const isTogether = whole.songs.length > 1
  const ref = whole.ref.trim() || (isTogether ? proposeRef(whole) : '')
  return { ...whole, ref, isPart: whole.isPart || isTogether }
}

function SendFields({ errors }: { errors: Record<string, string> }) {
  const { songs, ref, webhookUrl, quality } = draft.value
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
      <Field
        label="Reference"
        help={
          songs.length > 1
            ? 'Keeps the songs together: one page, one ZIP, one link.'
            : 'Finds the batch again. Optional.'
        }
        error={errors.ref}
      >
        {(box) => (
          <input
            {...box}
            value={ref}
            maxLength={200}
            placeholder={songs.length > 1 ? proposeRef(draft.value) : 'harbour-ep-launch'}
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
