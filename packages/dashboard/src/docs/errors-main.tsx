import { HttpStatus } from '../components/code-panel.tsx'
import type { ErrorCatalogue, ErrorEntry } from '../docs-renderer.ts'
import type { Section } from './contents.tsx'
import { Inline } from './prose.tsx'

const REST = 'The request is not right'
const OF_RENDERS = 'Failed renders and assets'
const OF_DELIVERIES = 'Failed deliveries'
const GROUPS: [title: string, statuses: number[]][] = [
  [REST, []],
  ['Who is asking', [401, 403, 429]],
  ['Not here', [404, 405, 410]],
  ['Not now', [409, 503]],
  ['Our fault', [500]],
]

/** The catalogue of codes; each has an anchor of its own name. */
export function ErrorsMain({ catalogue }: { catalogue: ErrorCatalogue }) {
  return (
    <>
      <section class="hero plain">
        <p class="eyebrow">Errors</p>
        <h1>What went wrong, and what to do</h1>
        <p class="lead">
          Check <code>error.code</code> in your code, show <code>message</code> to people, log{' '}
          <code>requestId</code>.
        </p>
      </section>
      {groupErrors(catalogue).map(({ title, entries }) => (
        <section key={title} class="error-group">
          <h2>{title}</h2>
          {entries.map(([code, entry]) => (
            <ErrorArticle key={code} id={code} code={code} entry={entry} />
          ))}
        </section>
      ))}
      <section class="error-group">
        <h2>{OF_RENDERS}</h2>
        <p>
          In <code>error.code</code> of a <code>FAILED</code> render or asset.
        </p>
        {Object.entries(catalogue.failures).map(([code, entry]) => (
          <ErrorArticle key={code} id={nameFailure(code, catalogue)} code={code} entry={entry} />
        ))}
      </section>
      <section class="error-group">
        <h2>{OF_DELIVERIES}</h2>
        <p>
          In <code>delivered.error.code</code> of a render. The render itself stays completed.
        </p>
        {Object.entries(catalogue.deliveries).map(([code, entry]) => (
          <ErrorArticle key={code} id={code} code={code} entry={entry} />
        ))}
      </section>
    </>
  )
}

/** What stands beside it. */
export function listErrorSections(catalogue: ErrorCatalogue): Section[] {
  const toEntry = (code: string, id: string) => ({
    id,
    label: code,
    words: code.toLowerCase().replaceAll('_', ' '),
  })
  return [
    ...groupErrors(catalogue).map(({ title, entries }) => ({
      title,
      entries: entries.map(([code]) => toEntry(code, code)),
    })),
    {
      title: OF_RENDERS,
      entries: Object.keys(catalogue.failures).map((code) => toEntry(code, nameFailure(code, catalogue))),
    },
    { title: OF_DELIVERIES, entries: Object.keys(catalogue.deliveries).map((code) => toEntry(code, code)) },
  ]
}

function ErrorArticle({ id, code, entry }: { id: string; code: string; entry: ErrorEntry }) {
  const { status, text, hint, retryable } = entry
  return (
    <article class="error" id={id}>
      <h3>
        <a class="anchor" href={`#${id}`}>
          {code}
        </a>
        {status !== undefined && (
          <>
            {' '}
            <HttpStatus status={status} />
          </>
        )}
        {retryable && (
          <>
            {' '}
            <span class="again">retryable</span>
          </>
        )}
      </h3>
      <p class="error-text">
        <Inline text={text} />
      </p>
      <p>
        <Inline text={hint} />
      </p>
    </article>
  )
}

function groupErrors({ errors }: ErrorCatalogue): { title: string; entries: [string, ErrorEntry][] }[] {
  return GROUPS.map(([title]) => ({
    title,
    entries: Object.entries(errors).filter(([, { status }]) => nameGroup(status) === title),
  }))
}

function nameGroup(status: number | undefined): string {
  return GROUPS.find(([, statuses]) => status !== undefined && statuses.includes(status))?.[0] ?? REST
}

/** Two codes are also codes of requests; their anchors stay apart. */
function nameFailure(code: string, { errors }: ErrorCatalogue): string {
  return code in errors ? `render-${code}` : code
}
