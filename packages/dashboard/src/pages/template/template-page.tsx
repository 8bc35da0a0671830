import { type BatchInput, type Content, type ContentRecord, type Media, NotFoundError } from '@songreel/sdk'
import { useEffect, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { songreel } from '../../client.ts'
import { Card } from '../../components/card.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { Field } from '../../components/field.tsx'
import { Id } from '../../components/id.tsx'
import { LinkButton } from '../../components/link-button.tsx'
import { NotFoundPage } from '../../components/not-found-page.tsx'
import { usePageTitle } from '../../components/page-title.ts'
import { showError } from '../../components/toast.tsx'
import { usePageRequest } from '../../data/page-request.ts'
import { describeKind, describeNeeds, listShapes } from '../../format/describe-template.ts'
import type { PageProps } from '../../page.ts'
import { hasScope } from '../../session/scopes.ts'
import { DataForm } from '../../templates/data-form.tsx'
import { RequestTabs } from '../../templates/request-tabs.tsx'
import { Stage } from '../../templates/stage.tsx'
import { type Examination, ExaminationCard } from './examination-card.tsx'
import './template.css'

const SONGS = 50
const EXAMINING_MS = 5000

/** One template: what it makes of a song, with any data, drawn by the engine, and as a request. */
export function TemplatePage({ params: { id = '' } }: PageProps) {
  const [template, setTemplate] = useState<ContentRecord>()
  const [isMissing, setMissing] = useState(false)
  usePageRequest(`/v1/contents/${id}`, `const template = await songreel.contents.get('${id}')`)
  const examination = template?.examination
  const read = () =>
    songreel.contents.get(id).then(setTemplate, (error) => {
      if (error instanceof NotFoundError) setMissing(true)
      else showError(error)
    })
  useEffect(() => void read(), [id])
  useEffect(() => {
    if (examination?.status !== 'PENDING') return
    // An examination takes its time; the page says when it is over.
    const timer = setTimeout(read, EXAMINING_MS)
    return () => clearTimeout(timer)
  }, [template])
  usePageTitle(template?.name)
  if (isMissing)
    return (
      <NotFoundPage
        what="template"
        why="It may have been removed or renamed."
        back={{ href: '/templates', label: 'All templates' }}
      />
    )
  if (!template) return <EmptyState isPage title="One moment…" />
  return <Playground key={id} template={template} examination={examination} />
}

/** A song of the catalogue, or the demo song, with data and a shape. */
type Trial = { requiredData: Record<string, unknown>; shape: string; mediaId?: string }

type PlaygroundProps = { template: Content; examination: Examination | undefined }

function Playground({ template, examination }: PlaygroundProps) {
  const { query } = useLocation()
  const shapes = listShapes(template)
  const [trial, setTrial] = useState<Trial>({
    requiredData: template.example,
    shape: shapes.find((shape) => shape === query.shape) ?? shapes[0] ?? '9x16',
  })
  const [errors, setErrors] = useState<Record<string, string>>({})
  const change = (next: Partial<Trial>) => setTrial((before) => ({ ...before, ...next }))
  const { requiredData, shape, mediaId } = trial
  return (
    <div class="template">
      <TemplateHead template={template} />
      <div class="template-parts">
        <Stage
          template={template}
          shape={shape}
          input={{ requiredData, ...(mediaId && { mediaId }) }}
          onErrors={setErrors}
        />
        <div class="stack">
          <Card title="Try it">
            <DataForm
              template={template}
              data={requiredData}
              errors={errors}
              onChange={(data) => change({ requiredData: data })}
            >
              <TrialFields shapes={shapes} trial={trial} onChange={change} />
            </DataForm>
          </Card>
          {examination && <ExaminationCard examination={examination} />}
          <Card title="The request">
            <RequestTabs body={composeBatch(template, trial)} />
          </Card>
        </div>
      </div>
    </div>
  )
}

type FieldsOf = { shapes: string[]; trial: Trial; onChange(next: Partial<Trial>): void }

function TrialFields({ shapes, trial, onChange }: FieldsOf) {
  const songs = useSongs()
  return (
    <>
      <Field label="Song">
        {(box) => (
          <select
            {...box}
            value={trial.mediaId ?? ''}
            onChange={({ currentTarget }) => onChange({ mediaId: currentTarget.value || undefined })}
          >
            <option value="">The demo song</option>
            {songs.map(({ mediaId, name }) => (
              <option key={mediaId} value={mediaId}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label="Shape">
        {(box) => (
          <select
            {...box}
            value={trial.shape}
            onChange={({ currentTarget }) => onChange({ shape: currentTarget.value })}
          >
            {shapes.map((shape) => (
              <option key={shape}>{shape}</option>
            ))}
          </select>
        )}
      </Field>
    </>
  )
}

function composeBatch({ contentId }: Content, { requiredData, shape, mediaId }: Trial): BatchInput {
  const demo = {
    artist: { name: 'Odalys Wren' },
    media: {
      name: 'Tin Lanterns',
      audioUrl: `${location.origin}/demo/song.mp3`,
      artworkUrl: `${location.origin}/demo/cover.jpg`,
    },
  }
  const renders = [{ contentId, requiredData, videoSettings: { aspectRatio: shape } }]
  return { ...(mediaId ? { mediaId } : demo), renders }
}

function TemplateHead({ template }: { template: Content }) {
  const needs = describeNeeds(template)
  return (
    <header class="template-head">
      <p class="small">
        <a href="/templates">← Templates</a>
      </p>
      <div class="row">
        <h1>{template.name}</h1>
        <span class="push">
          <LookLink template={template} />{' '}
          <LinkButton href={`/new?template=${template.contentId}`} loudness="main">
            Make a video
          </LinkButton>
        </span>
      </div>
      <p class="template-idea">{template.description}</p>
      <p class="row soft small">
        <span>{describeKind(template)}</span>
        <span>version {template.version}</span>
        {needs && <span class="template-needs">needs {needs}</span>}
        <Id value={template.contentId} label="template id" />
      </p>
    </header>
  )
}

/** A look of one's own is changed; one of ours that is there as JSON is what another one begins with. */
function LookLink({ template: { contentId, isOwn, hasLook } }: { template: Content }) {
  if (!hasLook || !hasScope('write')) return null
  if (isOwn) return <LinkButton href={`/templates/${contentId}/edit`}>Change</LinkButton>
  return <LinkButton href={`/templates/new?from=${contentId}`}>Begin a look with it</LinkButton>
}

/** The newest songs; the playground works without them. */
function useSongs(): Media[] {
  const [songs, setSongs] = useState<Media[]>([])
  useEffect(() => {
    songreel.media.list({ limit: SONGS }).then(({ items }) => setSongs(items), showError)
  }, [])
  return songs
}
