import { useEffect, useState } from 'preact/hooks'
import { Button } from '../components/button.tsx'
import { Dialog } from '../components/dialog.tsx'
import { Field } from '../components/field.tsx'
import type { ApiDocument, Operation, Parameter } from '../docs-renderer.ts'
import { type Call, listParameters } from './calls.ts'
import { putKnownIds, recallId } from './known-ids.ts'
import { Route } from './route.tsx'
import { composeRequest, type Outcome, sendCall } from './send-call.ts'
import { keepToken, readToken } from './token.ts'
import { TryOutcome } from './try-outcome.tsx'
import './try.css'

type Props = { call: Call; document: ApiDocument; onClose(): void }

/** A form for one call, which sends it and shows what came back. */
export function TryDialog({ call, document, onClose }: Props) {
  const { operation } = call
  const parameters = listParameters(operation, document)
  const needsToken = operation.security.length > 0
  const [token, setToken] = useState(readToken)
  const [values, setValues] = useState(() => startValues(parameters))
  const [body, setBody] = useState(() => startBody(operation))
  const [file, setFile] = useState<File>()
  const { outcome, problem, send } = useSending()
  const submit = () => {
    const used = needsToken ? token.trim() : ''
    if (needsToken) keepToken(used)
    return send(() => sendCall(composeRequest(call, parameters, { token: used, values, body, file })))
  }
  const onKeyDown = (event: KeyboardEvent & { currentTarget: HTMLFormElement }) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit()
  }
  const onSubmit = (event: Event) => {
    event.preventDefault()
    void submit()
  }
  return (
    <Dialog title={operation.summary.replaceAll('`', '')} onClose={onClose}>
      <form class="try-form" onSubmit={onSubmit} onKeyDown={onKeyDown}>
        <Route method={call.method} path={call.path} />
        {needsToken && <TokenField token={token} onChange={setToken} />}
        <ParameterFields {...{ parameters, values }} onChange={setValues} />
        {body !== undefined && <BodyField body={body} onChange={setBody} />}
        {operation.requestBody && body === undefined && <FileField onChange={setFile} />}
        <div class="row">
          <Button type="submit" loudness="main">
            Send
          </Button>
          <span class="soft small">Ctrl + Enter sends</span>
          <span class="push">
            <Button onPress={onClose}>Close</Button>
          </span>
        </div>
        <div aria-live="polite">
          {problem && <p>{problem}</p>}
          {outcome && <TryOutcome outcome={outcome} />}
        </div>
      </form>
    </Dialog>
  )
}

/** The latest response; a picture is given back when it is no longer shown. */
function useSending() {
  const [{ outcome, problem }, show] = useState<{ outcome?: Outcome; problem?: string }>({})
  const url = outcome?.pictureUrl
  useEffect(() => () => void (url && URL.revokeObjectURL(url)), [url])
  const send = (run: () => Promise<Outcome>) =>
    run().then(
      (next) => show({ outcome: next }),
      (error: unknown) => show({ problem: `No response: ${error instanceof Error ? error.message : error}` }),
    )
  return { outcome, problem, send }
}

function TokenField({ token, onChange }: { token: string; onChange(token: string): void }) {
  return (
    <Field label="Token" remark="stays in this tab">
      {(box) => (
        <input
          {...box}
          type="password"
          autocomplete="off"
          value={token}
          onInput={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )}
    </Field>
  )
}

type Values = Record<string, string>
type FieldsProps = { parameters: Parameter[]; values: Values; onChange(values: Values): void }

function ParameterFields({ parameters, values, onChange }: FieldsProps) {
  if (parameters.length === 0) return null
  return (
    <div class="try-row">
      {parameters.map(({ name = '', in: place, required, schema = {} }) => (
        <Field key={name} label={name} remark={place}>
          {(box) => (
            <input
              {...box}
              value={values[name]}
              placeholder={String(schema.default ?? schema.examples?.[0] ?? '')}
              autocomplete="off"
              required={required}
              onInput={({ currentTarget }) => onChange({ ...values, [name]: currentTarget.value })}
            />
          )}
        </Field>
      ))}
    </div>
  )
}

function BodyField({ body, onChange }: { body: string; onChange(body: string): void }) {
  return (
    <Field label="Body">
      {(box) => (
        <textarea
          {...box}
          spellcheck={false}
          value={body}
          onInput={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )}
    </Field>
  )
}

function FileField({ onChange }: { onChange(file: File | undefined): void }) {
  return (
    <Field label="File">
      {(box) => (
        <input {...box} type="file" onChange={({ currentTarget }) => onChange(currentTarget.files?.[0])} />
      )}
    </Field>
  )
}

function startValues(parameters: Parameter[]): Values {
  return Object.fromEntries(parameters.map((parameter) => [parameter.name ?? '', startValue(parameter)]))
}

function startValue({ name = '', in: place, schema = {} }: Parameter): string {
  if (name === 'Idempotency-Key') return crypto.randomUUID?.() ?? ''
  if (place !== 'path') return ''
  if (name === 'orgId') return 'me'
  // Templates are the same everywhere; ids of records are not.
  const example = String(schema.examples?.[0] ?? '')
  return recallId(name) ?? (/^[A-Z]+_/.test(example) ? example : '')
}

/** The recorded example, about records that are known here; nothing where a file is sent. */
function startBody({ requestBody }: Operation): string | undefined {
  const json = requestBody?.content['application/json']
  if (!json) return undefined
  const [example] = Object.values(json.examples ?? {})
  return JSON.stringify(putKnownIds(example?.value ?? {}), null, 2)
}
