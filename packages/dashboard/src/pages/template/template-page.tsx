import { type Content, type Media, NotFoundError } from '@songreel/sdk'
import { useEffect, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { songreel } from '../../client.ts'
import { usePageRequest } from '../../live/page-request.ts'
import type { PageProps } from '../../page.ts'
import { Card } from '../../parts/card.tsx'
import { CodeBlock } from '../../parts/code-block.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { LinkButton } from '../../parts/link-button.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { showError } from '../../parts/toast.tsx'
import { describeKind, describeNeeds, listShapes } from '../../words/describe-content.ts'
import { Id } from '../../words/id.tsx'
import { describeRequest, type PlaygroundOrder } from './describe-request.ts'
import { SchemaForm } from './schema-form.tsx'
import { Stage } from './stage.tsx'
import './template.css'

const SONGS = 50

/** One template: what it makes of a song, with any data, drawn by the engine, and as a request. */
export function TemplatePage({ params: { id = '' } }: PageProps) {
  const [content, setContent] = useState<Content>()
  const [isMissing, setMissing] = useState(false)
  usePageRequest(`/v1/contents/${id}`, `const content = await songreel.contents.get('${id}')`)
  useEffect(() => {
    songreel.contents.get(id).then(setContent, (error) => {
      if (error instanceof NotFoundError) setMissing(true)
      else showError(error)
    })
  }, [id])
  if (isMissing)
    return (
      <EmptyState isPage title="There is no such template" text="It may have been removed or renamed.">
        <LinkButton href="/templates">All templates</LinkButton>
      </EmptyState>
    )
  if (!content) return <EmptyState isPage title="One moment…" />
  return <Playground key={id} content={content} />
}

function Playground({ content }: { content: Content }) {
  const { query } = useLocation()
  const shapes = listShapes(content)
  const [order, setOrder] = useState<PlaygroundOrder>({
    contentId: content.contentId,
    requiredData: content.example,
    shape: shapes.find((shape) => shape === query.shape) ?? shapes[0] ?? '9x16',
  })
  const [errors, setErrors] = useState<Record<string, string>>({})
  const songs = useSongs()
  const change = (next: Partial<PlaygroundOrder>) => setOrder((before) => ({ ...before, ...next }))
  return (
    <div class="template">
      <TemplateHead content={content} />
      <div class="template-parts">
        <Stage content={content} order={order} onErrors={setErrors} />
        <div class="stack">
          <Card title="Try it">
            <SchemaForm content={content} songs={songs} order={order} errors={errors} onChange={change} />
          </Card>
          <Card title="The request">
            <Tabs
              label="The request as"
              tabs={describeRequest(order).map(({ label, text }) => ({
                label,
                content: <CodeBlock text={text} label={`The request as ${label}`} />,
              }))}
            />
          </Card>
        </div>
      </div>
    </div>
  )
}

function TemplateHead({ content }: { content: Content }) {
  const needs = describeNeeds(content)
  return (
    <header class="template-head">
      <p class="small">
        <a href="/templates">← Templates</a>
      </p>
      <h1>{content.name}</h1>
      <p class="template-idea">{content.description}</p>
      <p class="row soft small">
        <span>{describeKind(content)}</span>
        <span>version {content.version}</span>
        {needs && <span class="look-needs">needs {needs}</span>}
        <Id value={content.contentId} label="template id" />
      </p>
    </header>
  )
}

/** The newest songs; the playground works without them. */
function useSongs(): Media[] {
  const [songs, setSongs] = useState<Media[]>([])
  useEffect(() => {
    songreel.media.list({ limit: SONGS }).then(({ items }) => setSongs(items), showError)
  }, [])
  return songs
}
