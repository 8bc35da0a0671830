import { ERRORS, type ErrorCode } from '@songreel/contract'
import type { OpenApiDocument } from '../openapi/document.ts'
import type { JsonSchema } from '../openapi/json-schema.ts'
import type { Operation, Parameter } from '../openapi/operation.ts'
import type { ResponseObject } from '../openapi/responses.ts'
import { codeSamples } from './code-samples.ts'
import { fieldList, parameterList, resolve } from './field-list.ts'
import { type Html, html, inline, prose } from './html.ts'
import { jsonMarkup } from './json-markup.ts'

/** One call with its place. */
export type Entry = { method: string; path: string; operation: Operation }

type Place = NonNullable<Parameter['in']>

const TITLES: Record<Place, string> = { path: 'In the path', query: 'In the query', header: 'Headers' }

/** One call: what it takes and gives on the left, how it looks on the right. */
export function operationSection({ method, path, operation }: Entry, document: OpenApiDocument): Html {
  return html`<section class="call" id="${operation.operationId}">
    <div class="call-text">
      <h3><a class="anchor" href="#${operation.operationId}">${inline(operation.summary)}</a></h3>
      <p class="route"><span class="verb ${method}">${method}</span> <code>${pathMarkup(path)}</code></p>
      ${operation.description !== `${operation.summary}.` && prose(operation.description)}
      ${scopeLine(operation)}
      ${parameterLists(operation, ['path', 'query'], document)}
      ${bodyFields(operation, document)}
      ${parameterLists(operation, ['header'], document)}
      ${responseFields(operation, document)}
      ${errorList(operation)}
    </div>
    <div class="call-code">
      ${samplePanel({ method, path, operation }, document)}
      ${responsePanels(operation)}
    </div>
  </section>`
}

/** Lets long paths break after a slash, and shows what is to be filled in. */
function pathMarkup(path: string): Html {
  return html`${path.split(/(\{\w+\}|\/)/).map((part) => {
    if (part === '/') return html`/<wbr>`
    return part.startsWith('{') ? html`<var>${part}</var>` : part
  })}`
}

function scopeLine({ security, 'x-scope': scope }: Operation): Html {
  const [first] = security
  if (!first) return html`<p class="scope">Needs no token.</p>`
  if ('operator' in first)
    return html`<p class="scope">Needs the operator's token, <code>SONGREEL_ADMIN_TOKEN</code>.</p>`
  return html`<p class="scope">Needs a token with <code>${scope}</code>.</p>`
}

function parameterLists(
  { parameters = [] }: Operation,
  places: Place[],
  { components }: OpenApiDocument,
): Html {
  const all = parameters.map((parameter) => followParameter(parameter, components.parameters))
  return html`${places.map((place) => {
    const here = all.filter((parameter) => parameter.in === place)
    if (here.length === 0) return undefined
    const fields = here.map(({ name = '', schema = {}, description, required = false }) => ({
      name,
      schema: { ...schema, ...(description && { description }) },
      isRequired: required,
    }))
    return html`<h4>${TITLES[place]}</h4>${parameterList(fields, components.schemas)}`
  })}`
}

function followParameter(parameter: Parameter, shared: Record<string, Parameter>): Parameter {
  return parameter.$ref ? (shared[parameter.$ref.split('/').at(-1) ?? ''] ?? parameter) : parameter
}

function bodyFields({ requestBody }: Operation, { components }: OpenApiDocument): Html {
  if (!requestBody) return html``
  const json = requestBody.content['application/json']
  if (json) return html`<h4>Body</h4>${fieldList(json.schema, components.schemas)}`
  const types = Object.keys(requestBody.content)
  return html`<h4>Body</h4><p>The file itself: ${types.map((type, index) => html`${index > 0 && ' or '}<code>${type}</code>`)}.</p>`
}

function responseFields(operation: Operation, { components }: OpenApiDocument): Html {
  const [status, response] = findSuccess(operation)
  const json = response?.content?.['application/json']?.schema
  const data = json && resolve(json, components.schemas).properties?.data
  if (!data) return html``
  return html`<details class="response-fields"><summary><h4>Response <span class="status ok">${status}</span></h4></summary>
    ${fieldList(data as JsonSchema, components.schemas)}
  </details>`
}

function findSuccess({ responses }: Operation): [status: string, response: ResponseObject | undefined] {
  const successes = Object.keys(responses).filter((code) => code.startsWith('2'))
  const status = successes.includes('201') ? '201' : (successes[0] ?? '200')
  return [status, responses[status]]
}

function errorList({ responses }: Operation): Html {
  const failures = Object.entries(responses).filter(([status]) => Number(status) >= 400)
  const codes = failures.flatMap(([status, response]) => {
    const examples = Object.keys(response.content?.['application/json']?.examples ?? {})
    return examples.map((code) => ({ status, code: code as ErrorCode }))
  })
  return html`<details class="errors"><summary><h4>Errors <span class="count">${codes.length}</span></h4></summary>
    <ul class="codes">${codes.map(
      ({ status, code }) =>
        html`<li><a href="/docs/errors#${code}" title="${ERRORS[code].text}"><span class="status">${status}</span>${code}</a></li>`,
    )}</ul>
  </details>`
}

function samplePanel({ method, path, operation }: Entry, document: OpenApiDocument): Html {
  const samples = codeSamples(method, `${document.servers[0]?.url}${path}`, operation)
  const name = operation.operationId
  return html`<div class="panel" data-samples>
    <div class="panel-head">
      <div class="tabs" role="tablist" aria-label="Language">
        ${samples.map(
          ({ language, label }, index) =>
            html`<button type="button" role="tab" id="${name}-${language}-tab" aria-controls="${name}-${language}" aria-selected="${index === 0 ? 'true' : 'false'}" tabindex="${index === 0 ? 0 : -1}" data-language="${language}">${label}</button>`,
        )}
      </div>
      <div class="panel-tools">
        <button type="button" class="quiet" data-copy>Copy</button>
        <button type="button" class="try" data-try="${name}">Try it</button>
      </div>
    </div>
    ${samples.map(
      ({ language, code }, index) =>
        html`<pre role="tabpanel" tabindex="0" id="${name}-${language}" aria-labelledby="${name}-${language}-tab" data-language="${language}"${index > 0 && html` hidden`}><code>${code}</code></pre>`,
    )}
  </div>`
}

/** What the call really returned: the first example open, others on demand. */
function responsePanels(operation: Operation): Html {
  const successes = Object.entries(operation.responses).filter(([status]) => status.startsWith('2'))
  const shown = successes
    .sort(([a], [b]) => Number(b) - Number(a))
    .flatMap(([status, { content = {} }]) =>
      Object.values(content).flatMap(({ examples = {} }) =>
        Object.values(examples).map(({ summary, value }) => ({ status, summary, value })),
      ),
    )
  const [first, ...others] = shown
  if (!first) return html``
  return html`${responsePanel(first)}
    ${others.map(
      (other) =>
        html`<details class="more-responses"><summary>${other.status}: ${other.summary}</summary>${responsePanel(other)}</details>`,
    )}`
}

function responsePanel({
  status,
  summary,
  value,
}: {
  status: string
  summary?: string
  value?: unknown
}): Html {
  return html`<div class="panel response">
    <div class="panel-head"><span>Response <span class="status ok">${status}</span> ${summary}</span>
      <div class="panel-tools"><button type="button" class="quiet" data-copy>Copy</button></div>
    </div>
    <pre tabindex="0"><code>${typeof value === 'string' ? value : jsonMarkup(value)}</code></pre>
  </div>`
}
