// Runs on a server: writes the pages of the reference from the live description of its API. The build makes one module
// of it, so that a server needs neither Preact nor JSX.
import { render } from 'preact-render-to-string'
import type { ApiDocument, DocsRenderer } from '../docs-renderer.ts'
import { type Call, listCalls } from './calls.ts'
import type { Section } from './contents.tsx'
import { ErrorsMain, listErrorSections } from './errors-main.tsx'
import { EventSection } from './event-section.tsx'
import { OperationSection } from './operation-section.tsx'
import { PageFrame } from './page-frame.tsx'
import { Prose } from './prose.tsx'
import { StartSection } from './start-section.tsx'

const FIRST = [
  { id: 'start', label: 'Getting started' },
  { id: 'envelope', label: 'Responses and errors' },
  { id: 'conventions', label: 'Safe retries, limits, pages' },
]

/** The whole reference on one page. Each call is a step. */
export const renderReference: DocsRenderer['renderReference'] = function* (document, { errors }, shell) {
  const groups = groupCalls(document)
  let main = render(<StartSection document={document} />)
  yield
  for (const { tag, calls } of groups) {
    main += render(<GroupHead {...tag} />)
    for (const call of calls) {
      main += render(<OperationSection call={call} document={document} errors={errors} />)
      yield
    }
    if (tag.name === 'Webhooks')
      for (const [type, { post }] of Object.entries(document.webhooks)) {
        main += render(<EventSection type={type} post={post} document={document} />)
        yield
      }
  }
  const { title, summary, version } = document.info
  const sections = groups.map((group) => toSection(group, document))
  const frame = (
    <PageFrame
      current="reference"
      first={FIRST}
      sections={sections}
      empty="No call matches."
      version={version}
      main={main}
    />
  )
  return fill(shell, { title: `${title} API reference`, description: summary, body: render(frame) })
}

/** The page of all error codes. */
export const renderErrors: DocsRenderer['renderErrors'] = (catalogue, shell) => {
  const frame = (
    <PageFrame
      current="errors"
      sections={listErrorSections(catalogue)}
      empty="No code matches."
      version={catalogue.version}
      main={render(<ErrorsMain catalogue={catalogue} />)}
    />
  )
  return fill(shell, {
    title: 'Songreel API errors',
    description: 'Every error code of the Songreel API, and what to do about it.',
    body: render(frame),
  })
}

type Tag = ApiDocument['tags'][number]
type Group = { tag: Tag; calls: Call[] }

function groupCalls(document: ApiDocument): Group[] {
  const calls = listCalls(document)
  return document.tags.map((tag) => ({
    tag,
    calls: calls.filter(({ operation }) => operation.tags.includes(tag.name)),
  }))
}

function GroupHead({ name, description }: Tag) {
  return (
    <section class="group" id={toElementId(name)}>
      <h2>{name}</h2>
      <Prose text={description} />
    </section>
  )
}

/** A group of calls in the contents; the events that we send stand with the calls about them. */
function toSection({ tag, calls }: Group, { webhooks }: ApiDocument): Section {
  const events = tag.name === 'Webhooks' ? Object.entries(webhooks) : []
  return {
    title: tag.name,
    id: toElementId(tag.name),
    entries: [
      ...calls.map(({ method, path, operation: { operationId, summary } }) => ({
        id: operationId,
        label: summary,
        verb: method,
        words: path,
      })),
      ...events.map(([type, { post }]) => ({
        id: post.operationId,
        label: type,
        verb: 'evt',
        words: post.summary,
      })),
    ],
  }
}

/** A heading as an anchor. */
function toElementId(name: string): string {
  return name.toLowerCase().replaceAll(' ', '-')
}

type Page = { title: string; description: string; body: string }

/** Puts a page into the document that was built for it. */
function fill(shell: string, { title, description, body }: Page): string {
  const head = render(
    <>
      <meta name="description" content={description} />
      <title>{title}</title>
    </>,
  )
  return shell.replace('<!--head-->', () => head).replace('<!--body-->', () => body)
}
