import type { Content } from '@songreel/sdk'
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { Button } from '../../components/button.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { Field } from '../../components/field.tsx'
import { LinkButton } from '../../components/link-button.tsx'
import { usePageRequest } from '../../data/page-request.ts'
import { useTemplates } from '../../data/templates.ts'
import { useOwnQuery } from '../../data/use-own-query.ts'
import '../../components/filters.css'
import { describeError } from '../../format/describe-error.ts'
import { describeKind, describeNeeds, isLoop, listShapes, SHAPES } from '../../format/describe-template.ts'
import { hasScope } from '../../session/scopes.ts'
import { DeletedLooks } from './deleted-looks.tsx'
import { isMoving } from './moving.ts'
import { MovingPreview } from './moving-preview.tsx'
import './templates.css'

const KINDS: Record<string, [label: string, isOne: (template: Content) => boolean]> = {
  lively: ['Lively', ({ energy }) => energy !== 'CALM'],
  calm: ['Calm', ({ energy }) => energy === 'CALM'],
  lyrics: ['With lyrics', ({ needs }) => needs.lyrics !== undefined],
  loop: ['Loops', isLoop],
  cover: ['Needs only a song and a cover', (template) => describeNeeds(template) === ''],
}

/** All templates, or the looks that were deleted. */
export function TemplatesPage() {
  const query = useOwnQuery('/templates')
  return query.deleted === 'true' ? <DeletedLooks /> : <Gallery query={query} />
}

/** The templates, moving, in the shape that one is looking for. */
function Gallery({ query }: { query: ReturnType<typeof useOwnQuery> }) {
  const [error, setError] = useState<unknown>()
  const templates = useTemplates(setError)
  const { route } = useLocation()
  usePageRequest('/v1/contents', 'const { items } = await songreel.contents.list()')
  if (!templates)
    return (
      <EmptyState
        isPage
        title={error ? 'The templates could not be read' : 'One moment…'}
        text={error ? describeError(error) : undefined}
      />
    )
  const { shape = '', kind = '' } = query
  const choose = (next: { shape?: string; kind?: string }) => {
    const wanted = Object.entries({ shape, kind, ...next }).filter(([, value]) => value)
    route(`/templates${wanted.length > 0 ? `?${new URLSearchParams(wanted)}` : ''}`, true)
  }
  const shown = templates.filter(
    (template) => (!shape || listShapes(template).includes(shape)) && (KINDS[kind]?.[1](template) ?? true),
  )
  return (
    <>
      <div class="page-head">
        <h1>Templates</h1>
        <span class="soft figures">
          {shown.length === templates.length ? templates.length : `${shown.length} of ${templates.length}`}
        </span>
        <Filters shape={shape} kind={kind} onChoose={choose} />
        <Button
          aria-pressed={!isMoving.value}
          onPress={() => {
            isMoving.value = !isMoving.value
          }}
        >
          {isMoving.value ? 'Pause all' : 'Play all'}
        </Button>
      </div>
      <OwnLooks looks={shown.filter(({ isOwn }) => isOwn)} shape={shape} />
      {shown.length === 0 ? (
        <EmptyState title="No template is like that" text="Choose another shape or kind.">
          <Button onPress={() => choose({ shape: '', kind: '' })}>Show all</Button>
        </EmptyState>
      ) : (
        <ul class="template-list" aria-label="Templates of this server">
          {shown
            .filter(({ isOwn }) => !isOwn)
            .map((template) => (
              <Template key={template.contentId} template={template} shape={shape} />
            ))}
        </ul>
      )}
      <p class="soft small templates-own">
        As code: <code>npx songreel templates new my-template</code>, and see it in{' '}
        <code>npx songreel studio my-template</code>.
      </p>
    </>
  )
}

/** Looks that the organization made itself, and where one is made. */
function OwnLooks({ looks, shape }: { looks: Content[]; shape: string }) {
  const mayMake = hasScope('write')
  if (looks.length === 0 && !mayMake) return null
  return (
    <section class="templates-looks" aria-labelledby="own-looks">
      <header class="row">
        <h2 id="own-looks">Your looks</h2>
        {looks.length === 0 && (
          <span class="soft small">Made of layers, without code; nobody else sees them.</span>
        )}
        {mayMake && (
          <span class="row push">
            <LinkButton href="/templates?deleted=true">Deleted</LinkButton>
            <LinkButton href="/templates/new">New look</LinkButton>
          </span>
        )}
      </header>
      {looks.length > 0 && (
        <ul class="template-list">
          {looks.map((template) => (
            <Template key={template.contentId} template={template} shape={shape} mayChange={mayMake} />
          ))}
        </ul>
      )}
    </section>
  )
}

type FilterProps = {
  shape: string
  kind: string
  onChoose(next: { shape?: string; kind?: string }): void
}

function Filters({ shape, kind, onChoose }: FilterProps) {
  return (
    <search class="filters">
      <Field label="Shape">
        {(box) => (
          <select
            {...box}
            value={shape}
            onChange={({ currentTarget }) => onChoose({ shape: currentTarget.value })}
          >
            <option value="">Each in its own</option>
            {SHAPES.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
        )}
      </Field>
      <Field label="Kind">
        {(box) => (
          <select
            {...box}
            value={kind}
            onChange={({ currentTarget }) => onChoose({ kind: currentTarget.value })}
          >
            <option value="">All</option>
            {Object.entries(KINDS).map(([key, [label]]) => (
              <option key={key} value={key}>
                {label}
              </option>
            ))}
          </select>
        )}
      </Field>
    </search>
  )
}

type ItemProps = { template: Content; shape: string; mayChange?: boolean }

function Template({ template, shape, mayChange }: ItemProps) {
  const shapes = listShapes(template)
  const needs = describeNeeds(template)
  const shown = shape || (shapes[0] ?? '9x16')
  return (
    <li class="template-item" data-move>
      <a href={`/templates/${template.contentId}${shape && `?shape=${shape}`}`}>
        <div class="template-stage">
          <MovingPreview template={template} shape={shown} />
        </div>
        <h2>{template.name}</h2>
        <p class="soft small">{describeKind(template)}</p>
        <p class="soft small figures">
          {shapes.join('  ')}
          {needs && <span class="template-needs"> · needs {needs}</span>}
        </p>
      </a>
      {mayChange && (
        <LinkButton
          isSmall
          href={`/templates/${template.contentId}/edit`}
          aria-label={`Change ${template.name}`}
        >
          Change
        </LinkButton>
      )}
    </li>
  )
}
