import { HttpStatus } from '../components/code-panel.tsx'
import type { ApiDocument, ErrorCatalogue, Operation, Parameter, Schema } from '../docs-renderer.ts'
import { type Call, listParameters } from './calls.ts'
import { composeSamples } from './code-samples.ts'
import { resolve } from './describe-schema.ts'
import { ObjectFields, PropertyList } from './property-list.tsx'
import { Inline, Prose } from './prose.tsx'
import { Route } from './route.tsx'
import { SamplePanel, ValuePanel } from './sample-panels.tsx'

type Place = NonNullable<Parameter['in']>

const TITLES: Record<Place, string> = { path: 'In the path', query: 'In the query', header: 'Headers' }

type Props = { call: Call; document: ApiDocument; errors: ErrorCatalogue['errors'] }

/** One call: what it takes and gives on the left, examples of both on the right. */
export function OperationSection({ call: { method, path, operation }, document, errors }: Props) {
  const { operationId, summary, description } = operation
  return (
    <section class="call" id={operationId}>
      <div class="call-text">
        <h3>
          <a class="anchor" href={`#${operationId}`}>
            <Inline text={summary} />
          </a>
        </h3>
        <Route method={method} path={path} />
        {description !== `${summary}.` && <Prose text={description} />}
        <Scope operation={operation} />
        <Parameters {...{ operation, document }} places={['path', 'query']} />
        <BodyFields {...{ operation, document }} />
        <Parameters {...{ operation, document }} places={['header']} />
        <ResponseFields {...{ operation, document }} />
        <Errors {...{ operation, errors }} />
      </div>
      <div class="call-code">
        <SamplePanel
          operationId={operationId}
          samples={composeSamples(method, `${document.servers[0]?.url}${path}`, operation)}
        />
        <Responses operation={operation} />
      </div>
    </section>
  )
}

function Scope({ operation: { security, 'x-scope': scope } }: { operation: Operation }) {
  const [first] = security
  if (!first) return <p class="scope">Needs no token.</p>
  return (
    <p class="scope">
      {'operator' in first ? (
        <>
          Needs the operator's token, <code>SONGREEL_ADMIN_TOKEN</code>.
        </>
      ) : (
        <>
          Needs a token with <code>{scope}</code>.
        </>
      )}
    </p>
  )
}

type Part = { operation: Operation; document: ApiDocument }

function Parameters({ operation, document, places }: Part & { places: Place[] }) {
  const all = listParameters(operation, document)
  return (
    <>
      {places.map((place) => {
        const here = all.filter((parameter) => parameter.in === place)
        if (here.length === 0) return null
        return (
          <>
            <h4>{TITLES[place]}</h4>
            <ParameterList parameters={here} document={document} />
          </>
        )
      })}
    </>
  )
}

/** Parameters as a list of fields. */
export function ParameterList({
  parameters,
  document,
  areRequired = false,
}: {
  parameters: Parameter[]
  document: ApiDocument
  areRequired?: boolean
}) {
  const fields = parameters.map(({ name = '', schema = {}, description, required = areRequired }) => ({
    name,
    schema: { ...schema, ...(description && { description }) },
    isRequired: required,
  }))
  return <PropertyList fields={fields} schemas={document.components.schemas} />
}

function BodyFields({ operation: { requestBody }, document }: Part) {
  if (!requestBody) return null
  const json = requestBody.content['application/json']
  const types = Object.keys(requestBody.content)
  return (
    <>
      <h4>Body</h4>
      {json ? (
        <ObjectFields schema={json.schema} schemas={document.components.schemas} />
      ) : (
        <p>
          The file itself:{' '}
          {types.map((type, index) => (
            <>
              {index > 0 && ' or '}
              <code key={type}>{type}</code>
            </>
          ))}
          .
        </p>
      )}
    </>
  )
}

function ResponseFields({ operation: { responses }, document: { components } }: Part) {
  const successes = Object.keys(responses).filter((code) => code.startsWith('2'))
  const status = successes.includes('201') ? '201' : (successes[0] ?? '200')
  const json = responses[status]?.content?.['application/json']?.schema
  const data = json && resolve(json, components.schemas).properties?.data
  if (!data) return null
  return (
    <details class="response-fields">
      <summary>
        <h4>
          Response <HttpStatus status={status} mood="ok" />
        </h4>
      </summary>
      <ObjectFields schema={data as Schema} schemas={components.schemas} />
    </details>
  )
}

function Errors({ operation: { responses }, errors }: { operation: Operation; errors: Props['errors'] }) {
  const codes = Object.entries(responses)
    .filter(([status]) => Number(status) >= 400)
    .flatMap(([status, { content }]) =>
      Object.keys(content?.['application/json']?.examples ?? {}).map((code) => ({ status, code })),
    )
  return (
    <details class="errors">
      <summary>
        <h4>
          Errors <span class="count">{codes.length}</span>
        </h4>
      </summary>
      <ul class="codes">
        {codes.map(({ status, code }) => (
          <li key={code}>
            <a href={`/docs/errors#${code}`} title={errors[code]?.text}>
              <HttpStatus status={status} />
              {code}
            </a>
          </li>
        ))}
      </ul>
    </details>
  )
}

/** What the call really returned: the first example open, others on demand. */
function Responses({ operation: { responses } }: { operation: Operation }) {
  const [first, ...others] = Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .sort(([a], [b]) => Number(b) - Number(a))
    .flatMap(([status, { content = {} }]) =>
      Object.values(content).flatMap(({ examples = {} }) =>
        Object.values(examples).map(({ summary, value }) => ({ status, summary, value })),
      ),
    )
  if (!first) return null
  return (
    <>
      <ResponsePanel {...first} />
      {others.map((other) => (
        <details key={other.summary} class="more-responses">
          <summary>
            {other.status}: {other.summary}
          </summary>
          <ResponsePanel {...other} />
        </details>
      ))}
    </>
  )
}

function ResponsePanel({ status, summary, value }: { status: string; summary?: string; value?: unknown }) {
  const head = (
    <>
      Response <HttpStatus status={status} mood="ok" /> {summary}
    </>
  )
  return <ValuePanel head={head} value={value} />
}
