import type { BatchRecord, BatchRender } from '@songreel/sdk'
import { useEffect } from 'preact/hooks'
import { songreel, toOwnUrl } from '../../client.ts'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { CodeBlock } from '../../components/code-block.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { FailureWords } from '../../components/failure.tsx'
import { LinkButton } from '../../components/link-button.tsx'
import { Moment } from '../../components/moment.tsx'
import { ProgressRow } from '../../components/progress-row.tsx'
import { SongLink } from '../../components/song-link.tsx'
import { StatusPill } from '../../components/status-pill.tsx'
import { takeAccent } from '../../components/take-accent.ts'
import { showToast } from '../../components/toast.tsx'
import { useBatchList } from '../../data/batch-list.ts'
import { findNames, findTitle } from '../../data/names.ts'
import { activity, openBatches } from '../../data/open-batches.ts'
import { usePageRequest } from '../../data/page-request.ts'
import { findRenderState } from '../../data/render-state.ts'
import { nameVideo } from '../../data/templates.ts'
import { type FailingWebhook, FailingWebhookRow, useFailingWebhooks } from './failing-webhooks.tsx'
import { Figures, useUsage } from './figures.tsx'
import { describeGreeting, listFailed, listFinished, type Made } from './overview.ts'
import './overview.css'
import { PosterLink } from './poster-link.tsx'
import { QuotaCard } from './quota-card.tsx'

const RECENT = 50
const SHOWN_OPEN = 8
const SHOWN_POSTERS = 12

/** What needs a person, what is being made, and what was made last. */
export function OverviewPage() {
  const { batches, error } = useBatchList({}, RECENT)
  usePageRequest('/v1/batches', 'const { items } = await songreel.batches.list()')
  const failed = listFailed(batches ?? [])
  const webhooks = useFailingWebhooks()
  const usage = useUsage()
  const needed = failed.length + (webhooks?.length ?? 0)
  const finished = listFinished(batches ?? []).slice(0, SHOWN_POSTERS)
  const poster = finished[0]?.render.posterUrl
  useEffect(() => {
    // A poster that is gone by now leaves the accent as it is.
    if (poster) takeAccent(toOwnUrl(poster)).catch(() => {})
  }, [poster?.split('?', 1)[0]])

  // What needs a person is on top, and a quota moves what is below, so nothing is shown before they are known.
  if (!batches || !webhooks || !(usage.value || usage.error))
    return <EmptyState isPage title={error ? 'The server does not respond' : 'One moment…'} />
  if (batches.length === 0) return <Welcome />
  return (
    <div class="overview">
      <div class="page-head">
        <h1>{describeGreeting(new Date(), { ...activity.value, failed: needed })}</h1>
      </div>
      <div class="overview-now">
        <div class="stack">
          {needed > 0 && <NeedsYou failed={failed} webhooks={webhooks} />}
          <Now open={openBatches.value ?? []} />
        </div>
        <div class="stack">
          <Figures usage={usage.value} />
          <QuotaCard quota={usage.value?.quota} />
        </div>
      </div>
      {finished.length > 0 && (
        <section class="stack" aria-labelledby="finished">
          <h2 id="finished">Just finished</h2>
          <ul class="posters">
            {finished.map(({ batch, render }) => (
              <li key={render.renderId}>
                <PosterLink batch={batch} render={render} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

function Now({ open }: { open: BatchRecord[] }) {
  return (
    <Card title="Now" aside={<span class="soft small figures">{describeActivity()}</span>}>
      {open.length === 0 && <p class="soft">Nothing is being made.</p>}
      <ul class="now">
        {open.slice(0, SHOWN_OPEN).map((batch) => (
          <li key={batch.batchId} data-move>
            <SongLink batch={batch} />
            <StatusPill status={currentStatus(batch)} />
            <ProgressRow percent={batch.progress} label={`Progress of ${findNames(batch).title}`} />
          </li>
        ))}
      </ul>
      {open.length > SHOWN_OPEN && <a href="/batches">and {open.length - SHOWN_OPEN} more batches</a>}
    </Card>
  )
}

function NeedsYou({ failed, webhooks }: { failed: Made[]; webhooks: FailingWebhook[] }) {
  const retry = async (render: BatchRender) => {
    await songreel.renders.retry(render.renderId)
    showToast('It is tried again')
  }
  return (
    <Card title="Needs you">
      <ul class="needs">
        {failed.slice(0, 5).map(({ batch, render }) => (
          <li key={render.renderId} data-move>
            <div class="stack needs-words">
              <a href={`/batches/${batch.batchId}?render=${render.renderId}`}>
                {findTitle(batch, render) || batch.ref || 'A video'} · {render.aspectRatio}{' '}
                {nameVideo(render)}
              </a>
              <p class="soft">
                {render.error && <FailureWords batch={batch} mediaId={render.mediaId} error={render.error} />}
              </p>
              <p class="small soft">
                <Moment at={batch.finishedAt ?? batch.createdAt} /> · <code>{render.error?.code}</code>
              </p>
            </div>
            <Button needs="write" isSmall onPress={() => retry(render)}>
              Try again
            </Button>
            <LinkButton isSmall href={`/docs/errors#${render.error?.code ?? ''}`}>
              What to do
            </LinkButton>
          </li>
        ))}
        {webhooks.map((webhook) => (
          <FailingWebhookRow key={webhook.url} webhook={webhook} />
        ))}
      </ul>
      {failed.length > 5 && <a href="/batches?status=FAILED">and {failed.length - 5} more</a>}
    </Card>
  )
}

function Welcome() {
  const call = [
    `curl -s ${location.origin}/v1/batches \\`,
    '  -H "Authorization: Bearer $SONGREEL_TOKEN" -H "Content-Type: application/json" \\',
    `  -d '{"artist":{"name":"Odalys Wren"},"media":{"name":"Tin Lanterns",`,
    `       "audioUrl":"${location.origin}/demo/song.mp3","artworkUrl":"${location.origin}/demo/cover.jpg"},`,
    `       "renders":[{"contentId":"BASE_BASIC_UNIFIED"}]}'`,
  ].join('\n')
  const make = async () => {
    const media = {
      name: 'Tin Lanterns',
      audioUrl: `${location.origin}/demo/song.mp3`,
      artworkUrl: `${location.origin}/demo/cover.jpg`,
    }
    const renders = ['9x16', '1x1'].map((aspectRatio) => ({
      contentId: 'BASE_BASIC_UNIFIED',
      videoSettings: { aspectRatio },
    }))
    await songreel.batches.create({ ref: 'hello', artist: { name: 'Odalys Wren' }, media, renders })
  }
  return (
    <EmptyState
      isPage
      title="No batches yet"
      text="A batch is the set of videos of one song. Make a first one from our demo song, or paste this into a terminal; it shows up here by itself."
    >
      <Button needs="write" loudness="main" onPress={make}>
        Make two demo videos
      </Button>
      <CodeBlock text={call} label="The same with curl" />
    </EmptyState>
  )
}

/** The same figures as in the first line. */
function describeActivity(): string {
  const { rendering, waiting } = activity.value
  return `${rendering} rendering, ${waiting} waiting`
}

/** The state of a batch is that of the render that is furthest on its way. */
function currentStatus({ renders, status }: BatchRecord): string {
  const order = ['UPLOADING', 'RENDERING', 'COLLECTING_ASSETS']
  const states = renders.map(findRenderState)
  const current = order.find((each) => states.includes(each))
  return current ?? (states.every((each) => each === 'PENDING') ? 'PENDING' : status)
}
