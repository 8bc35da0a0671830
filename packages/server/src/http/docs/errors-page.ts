import { ERRORS, type ErrorEntry, RENDER_FAILURES, type RenderFailureEntry } from '@songreel/contract'
import { type Html, html, inline } from './html.ts'
import { pageFrame } from './page-frame.ts'

const REST = 'The request is not right'
const GROUPS: [title: string, statuses: number[]][] = [
  [REST, []],
  ['Who is asking', [401, 403, 429]],
  ['Not here', [404, 405, 410]],
  ['Not now', [409, 503]],
  ['Our fault', [500]],
]

/** The catalogue of codes; each has an anchor of its own name. */
export function errorsPage(shell: string): string {
  const groups = GROUPS.map(([title]) => ({
    title,
    entries: (Object.entries(ERRORS) as [string, ErrorEntry][]).filter(
      ([, { status }]) => nameGroup(status) === title,
    ),
  }))
  const main = html`<section class="hero plain">
      <p class="eyebrow">Errors</p>
      <h1>What went wrong, and what to do</h1>
      <p class="lead">Check <code>error.code</code> in your code, show <code>message</code> to people, log <code>requestId</code>.</p>
    </section>
    ${groups.map(({ title, entries }) => html`<section class="error-group"><h2>${title}</h2>${entries.map(requestError)}</section>`)}
    <section class="error-group"><h2>Failed renders and assets</h2>
      <p>In <code>error.code</code> of a <code>FAILED</code> render or asset.</p>
      ${(Object.entries(RENDER_FAILURES) as [string, RenderFailureEntry][]).map(renderError)}
    </section>`
  return pageFrame({
    title: 'Songreel API errors',
    description: 'Every error code of the Songreel API, and what to do about it.',
    shell,
    nav: drawNav(groups),
    main,
    current: 'errors',
  })
}

function nameGroup(status: number): string {
  return GROUPS.find(([, statuses]) => statuses.includes(status))?.[0] ?? REST
}

function requestError([code, { status, text, hint, retryable }]: [string, ErrorEntry]): Html {
  return html`<article class="error" id="${code}">
    <h3><a class="anchor" href="#${code}">${code}</a> <span class="status">${status}</span>${retryable && html` <span class="again">retryable</span>`}</h3>
    <p class="error-text">${inline(text)}</p>
    <p>${inline(hint)}</p>
  </article>`
}

/** Two codes are also codes of requests; their anchors stay apart. */
function renderError([code, { text, hint, retryable }]: [string, RenderFailureEntry]): Html {
  const id = code in ERRORS ? `render-${code}` : code
  return html`<article class="error" id="${id}">
    <h3><a class="anchor" href="#${id}">${code}</a>${retryable && html` <span class="again">retryable</span>`}</h3>
    <p class="error-text">${inline(text)}</p>
    <p>${inline(hint)}</p>
  </article>`
}

function drawNav(groups: { title: string; entries: [string, ErrorEntry][] }[]): Html {
  const renderCodes = Object.keys(RENDER_FAILURES).map(
    (code) => [code, code in ERRORS ? `render-${code}` : code] as const,
  )
  const sections = [
    ...groups.map(({ title, entries }) => ({ title, links: entries.map(([code]) => [code, code] as const) })),
    { title: 'Failed renders and assets', links: renderCodes },
  ]
  return html`${sections.map(
    ({ title, links }) => html`<section class="nav-section" data-nav-group>
      <h2>${title}</h2>
      <ol class="nav-group">${links.map(([code, id]) => html`<li data-call="${code.toLowerCase().replaceAll('_', ' ')} ${code.toLowerCase()}"><a class="nav-code" href="#${id}">${code}</a></li>`)}</ol>
    </section>`,
  )}
  <p class="nav-empty" hidden data-nav-empty>No code matches.</p>`
}
