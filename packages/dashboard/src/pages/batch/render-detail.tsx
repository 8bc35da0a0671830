import { formatBytes } from '@songreel/contract/format-bytes'
import type { BatchRecord, BatchRender, Render } from '@songreel/sdk'
import { toOwnUrl } from '../../client.ts'
import { Card } from '../../components/card.tsx'
import { CodeBlock } from '../../components/code-block.tsx'
import { FailureWords } from '../../components/failure.tsx'
import { Id } from '../../components/id.tsx'
import { LinkButton } from '../../components/link-button.tsx'
import { Moment } from '../../components/moment.tsx'
import { Player } from '../../components/player.tsx'
import { Tabs } from '../../components/tabs.tsx'
import { findTitle } from '../../data/names.ts'
import { formatLength, formatSecs } from '../../format/format.ts'
import { RenderDelivery } from './render-delivery.tsx'
import { RenderStory } from './render-story.tsx'
import { RenderWebhooks } from './render-webhooks.tsx'
import { useRender } from './use-render.ts'

/** Everything about one video. */
export function RenderDetail({ batch, render }: { batch: BatchRecord; render: BatchRender }) {
  const full = useRender(render)
  const name = `${findTitle(batch, render) || 'Video'} · ${render.aspectRatio}`
  return (
    <Card title={name}>
      {render.renderUrl && (
        <Player
          src={toOwnUrl(render.renderUrl)}
          poster={render.posterUrl && toOwnUrl(render.posterUrl)}
          label={name}
          ratio={render.aspectRatio}
        />
      )}
      {render.error && <Failure error={render.error} batch={batch} mediaId={render.mediaId} />}
      {full && <RenderDelivery render={full} />}
      {full && (
        <Tabs
          label={`About ${name}`}
          tabs={[
            { label: 'Files', content: <Files render={full} /> },
            { label: 'Details', content: <Details render={full} /> },
            { label: 'Story', content: <RenderStory render={full} /> },
            { label: 'Webhooks', content: <RenderWebhooks render={full} /> },
            { label: 'Request', content: <Request batch={batch} render={full} /> },
          ]}
        />
      )}
    </Card>
  )
}

type Failed = { error: NonNullable<BatchRender['error']>; batch: BatchRecord; mediaId: string | undefined }

function Failure({ error, batch, mediaId }: Failed) {
  // Files of the song are replaced on its page; then the render can be tried again.
  const isOfSong = /^(media|mediaBundle|artist)\b/.test(error.field ?? '')
  return (
    <div class="failure" role="note">
      <p>
        <FailureWords batch={batch} mediaId={mediaId} error={error} />
      </p>
      {error.details &&
        error.details.length > 1 &&
        error.details.map(({ field, message }) => (
          <p key={field + message} class="small">
            {field}: {message}
          </p>
        ))}
      <p class="small row">
        <Id value={error.code} label="error code" />
        {isOfSong && <a href={`/songs/${mediaId ?? batch.mediaId}`}>Replace the song's files</a>}
        <a href={`/docs/errors#${error.code}`}>What it means and what to do</a>
      </p>
    </div>
  )
}

const FILE_NAMES: Record<string, string> = { VIDEO: 'Video', POSTER: 'Poster', CAPTIONS: 'Captions' }

function Files({
  render: { files, renderUrl, renderUrlExpiresAt, expiresAt, filesDeletedAt },
}: {
  render: Render
}) {
  if (filesDeletedAt)
    return (
      <p class="soft">
        The files were deleted <Moment at={filesDeletedAt} />.
      </p>
    )
  if (files.length === 0) return <p class="soft">There are no files until the video is done.</p>
  return (
    <div class="stack">
      <ul class="row">
        {files.map(({ kind, url, bytes, contentType }) => (
          <li key={url}>
            <LinkButton isSmall href={`${toOwnUrl(url)}&download=1`} download>
              {FILE_NAMES[kind] ?? kind} <span class="soft">{bytes ? formatBytes(bytes) : contentType}</span>
            </LinkButton>
          </li>
        ))}
      </ul>
      {renderUrl && renderUrlExpiresAt && (
        <>
          <CodeBlock text={renderUrl} label="Link to the video" />
          <p class="small soft">
            Anybody with this link can watch it; it ends <Moment at={renderUrlExpiresAt} />, and a fresh one
            is made whenever the batch is read.
            {expiresAt && (
              <>
                {' '}
                The files are deleted <Moment at={expiresAt} />.
              </>
            )}
          </p>
        </>
      )}
    </div>
  )
}

function Details({ render }: { render: Render }) {
  const { excerpt, attempt, startedAt, finishedAt, files, warnings, checks } = render
  const video = files.find(({ kind }) => kind === 'VIDEO')
  const tookSecs = startedAt && finishedAt && (Date.parse(finishedAt) - Date.parse(startedAt)) / 1000
  const facts: [name: string, value: string | false | null | undefined | 0][] = [
    ['File', render.fileName],
    ['Size', video?.width && `${video.width} × ${video.height}`],
    ['Part of the song', excerpt && `${formatLength(excerpt.start)} to ${formatLength(excerpt.end)}`],
    ['Chosen because', excerpt?.reasons?.join('; ')],
    ['Made in', tookSecs && formatSecs(tookSecs)],
    ['Attempt', String(attempt)],
    ['Notes', warnings.join(' ')],
  ]
  return (
    <div class="stack">
      <dl class="facts">
        {facts
          .filter(([, value]) => value)
          .map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        <div>
          <dt>Id</dt>
          <dd>
            <Id value={render.renderId} label="render id" />
          </dd>
        </div>
      </dl>
      {checks && <CodeBlock text={JSON.stringify(checks, null, 2)} label="What was measured in the file" />}
    </div>
  )
}

function Request({ batch, render }: { batch: BatchRecord; render: Render }) {
  const { contentId, requiredData, videoSettings } = render
  const body = {
    mediaId: render.mediaId ?? batch.mediaId,
    renders: [{ contentId, requiredData, videoSettings }],
  }
  const json = JSON.stringify(body, null, 2)
  const curl = [
    `curl -s ${location.origin}/v1/batches \\`,
    '  -H "Authorization: Bearer $SONGREEL_TOKEN" -H "Content-Type: application/json" \\',
    `  -d '${json.replaceAll("'", "'\\''")}'`,
  ].join('\n')
  return (
    <div class="stack">
      <CodeBlock text={curl} label="Make it again with curl" />
      <CodeBlock text={`await songreel.batches.create(${json})`} label="Make it again with TypeScript" />
    </div>
  )
}
