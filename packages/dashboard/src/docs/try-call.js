import { element, toast } from './dom.js'
import { colourJson } from './json.js'
import { putKnownIds, recallId, rememberIds } from './known-ids.js'
import { read, TOKEN_KEY, write } from './storage.js'

let description
/** The description is fetched when the first call is tried, not before; a failure is not kept. */
async function loadDescription() {
  description ??= await fetch('/v1/openapi.json').then((response) => response.json())
  return description
}

/** Opens a form for a call and sends it. */
export function setUpTrying() {
  document.addEventListener('click', async (event) => {
    const button = event.target.closest('[data-try]')
    if (!button) return
    const document_ = await loadDescription().catch(() => toast('The service did not answer.'))
    const call = document_ && findCall(document_, button.dataset.try)
    if (call) openDialog(call, document_)
  })
}

function findCall({ paths }, operationId) {
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      if (operation.operationId === operationId) return { path, method: method.toUpperCase(), operation }
    }
  }
  return undefined
}

function openDialog(call, { components }) {
  const parameters = (call.operation.parameters ?? []).map((parameter) =>
    parameter.$ref ? components.parameters[parameter.$ref.split('/').at(-1)] : parameter,
  )
  const form = element('form', { className: 'try-form', method: 'dialog' })
  const dialog = element('dialog', {}, form)
  dialog.setAttribute('aria-labelledby', 'try-title')
  const fields = new Map(parameters.map((parameter) => [parameter, fieldOf(parameter)]))
  const token = element('input', {
    type: 'password',
    autocomplete: 'off',
    value: read(sessionStorage, TOKEN_KEY),
  })
  const body = bodyFieldOf(call.operation)
  const output = element('div')
  output.setAttribute('aria-live', 'polite')
  const needsToken = call.operation.security.length > 0

  form.append(
    headOf(call, dialog),
    ...(needsToken ? [labelled('Token', 'stays in this tab', token)] : []),
    element(
      'div',
      { className: 'try-row' },
      ...[...fields].map(([parameter, field]) => labelFor(parameter, field)),
    ),
    ...(body ? [labelled(body.type === 'file' ? 'File' : 'Body', '', body)] : []),
    actionsOf(),
    output,
  )
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    if (needsToken) write(sessionStorage, TOKEN_KEY, token.value.trim())
    await send({ call, fields, body, token: needsToken ? token.value.trim() : '' }, output)
  })
  form.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.requestSubmit()
  })
  dialog.addEventListener('close', () => dialog.remove())
  document.body.append(dialog)
  dialog.showModal()
}

function headOf({ method, path, operation }, dialog) {
  const verb = element('span', { className: `verb ${method.toLowerCase()}`, textContent: method })
  const close = element('button', { type: 'button', className: 'plain-button', textContent: 'Close' })
  close.addEventListener('click', () => dialog.close())
  const title = element('h2', { id: 'try-title', textContent: operation.summary.replaceAll('`', '') })
  const route = element('p', { className: 'route' }, verb, ' ', element('code', { textContent: path }))
  return element('div', { className: 'try-head' }, element('div', {}, title, route), close)
}

function actionsOf() {
  const submit = element('button', { className: 'try', textContent: 'Send' })
  return element(
    'div',
    { className: 'try-actions' },
    submit,
    element('small', { textContent: 'Ctrl + Enter sends' }),
  )
}

function fieldOf({ name, in: place, schema = {} }) {
  const example =
    place === 'path' ? (name === 'orgId' ? 'me' : (recallId(name) ?? pathExampleOf(schema))) : ''
  const value = name === 'Idempotency-Key' ? (crypto.randomUUID?.() ?? '') : example
  return element('input', {
    value,
    placeholder: String(schema.default ?? schema.examples?.[0] ?? ''),
    autocomplete: 'off',
  })
}

/** Templates are the same everywhere; ids of records are not. */
function pathExampleOf(schema) {
  const [example = ''] = schema.examples ?? []
  return /^[A-Z]+_/.test(example) ? example : ''
}

function labelFor({ name, in: place, required }, field) {
  field.required = required === true
  return labelled(name, place, field)
}

function labelled(name, remark, field) {
  const small = remark ? element('small', { textContent: remark }) : undefined
  return element('label', {}, element('span', {}, name, ' ', small ?? ''), field)
}

function bodyFieldOf({ requestBody }) {
  if (!requestBody) return undefined
  const json = requestBody.content['application/json']
  if (!json) return element('input', { type: 'file' })
  const [example] = Object.values(json.examples ?? {})
  const value = JSON.stringify(putKnownIds(example?.value ?? {}), null, 2)
  return element('textarea', { value, spellcheck: false })
}

async function send({ call, fields, body, token }, output) {
  const { url, headers } = addressOf(call, fields)
  if (token) headers.Authorization = `Bearer ${token}`
  const options = { method: call.method, headers }
  if (body?.type === 'file' && body.files[0]) {
    options.body = new FormData()
    options.body.append('file', body.files[0])
  } else if (body && body.type !== 'file') {
    headers['Content-Type'] = 'application/json'
    options.body = body.value
  }
  const startedAt = performance.now()
  try {
    const response = await fetch(url, options)
    await show(output, response, performance.now() - startedAt)
  } catch (error) {
    output.replaceChildren(element('p', { textContent: `No response: ${error.message}` }))
  }
}

function addressOf({ path }, fields) {
  const query = new URLSearchParams()
  const headers = {}
  let address = path
  for (const [{ name, in: place }, field] of fields) {
    const value = field.value.trim()
    if (place === 'path') address = address.replace(`{${name}}`, encodeURIComponent(value))
    else if (value !== '' && place === 'query') query.set(name, value)
    else if (value !== '') headers[name] = value
  }
  return { url: query.size > 0 ? `${address}?${query}` : address, headers }
}

async function show(output, response, tookMs) {
  const status = element('span', {
    className: `status ${response.ok ? 'ok' : 'bad'}`,
    textContent: `${response.status} ${response.statusText}`,
  })
  const head = element('div', { className: 'panel-head' })
  const copy = element('button', { type: 'button', className: 'quiet', textContent: 'Copy' })
  copy.dataset.copy = ''
  const requestId = response.headers.get('x-request-id') ?? ''
  head.append(element('span', {}, status, ` ${Math.round(tookMs)} ms · ${requestId}`), copy)
  const content = await contentOf(response)
  output.replaceChildren(element('div', { className: 'panel response' }, head, content))
}

/** Pictures are shown, other bytes are counted, everything else is text. */
async function contentOf(response) {
  const type = response.headers.get('content-type') ?? ''
  if (/^(image|video|audio)\/|zip|octet-stream/.test(type)) return fileContentOf(await response.blob(), type)
  const text = await response.text()
  return element('pre', { tabIndex: 0 }, element('code', {}, ...pretty(text)))
}

function fileContentOf(blob, type) {
  if (!type.startsWith('image/'))
    return element('p', { className: 'try-note', textContent: `${type}, ${blob.size} bytes` })
  return element('img', { className: 'try-picture', src: URL.createObjectURL(blob), alt: 'What came back' })
}

function pretty(text) {
  try {
    const body = JSON.parse(text)
    rememberIds(body.data)
    return colourJson(JSON.stringify(body, null, 2))
  } catch {
    return [text.slice(0, 20_000)]
  }
}
