import type { Parameter } from '../docs-renderer.ts'
import type { Call } from './calls.ts'
import { rememberIds } from './known-ids.ts'

const MOST_CHARACTERS = 20_000

/** What was filled in. */
export type Filled = {
  token: string
  /** By the parameter's name. */
  values: Record<string, string>
  body?: string
  file?: File
}

/** What came back: JSON, a picture, other bytes, or a text. */
export type Outcome = {
  isGood: boolean
  status: string
  tookMs: number
  requestId: string
  json?: unknown
  pictureUrl?: string
  text?: string
}

/** The request that a filled form stands for. */
export function composeRequest(
  { path, method }: Call,
  parameters: Parameter[],
  { token, values, body, file }: Filled,
): { url: string; init: RequestInit } {
  const query = new URLSearchParams()
  const headers: Record<string, string> = token ? { Authorization: `Bearer ${token}` } : {}
  let address = path
  for (const { name = '', in: place } of parameters) {
    const value = values[name]?.trim() ?? ''
    if (place === 'path') address = address.replace(`{${name}}`, encodeURIComponent(value))
    else if (value !== '' && place === 'query') query.set(name, value)
    else if (value !== '') headers[name] = value
  }
  if (body !== undefined) headers['Content-Type'] = 'application/json'
  return {
    url: query.size > 0 ? `${address}?${query}` : address,
    init: { method: method.toUpperCase(), headers, body: body ?? wrapFile(file) },
  }
}

function wrapFile(file: File | undefined): FormData | undefined {
  if (!file) return undefined
  const form = new FormData()
  form.append('file', file)
  return form
}

/** Sends it, and keeps the ids that come back for the next call. */
export async function sendCall({ url, init }: ReturnType<typeof composeRequest>): Promise<Outcome> {
  const startedMs = performance.now()
  const response = await fetch(url, init)
  const tookMs = Math.round(performance.now() - startedMs)
  return {
    isGood: response.ok,
    status: `${response.status} ${response.statusText}`.trim(),
    tookMs,
    requestId: response.headers.get('x-request-id') ?? '',
    ...(await readResponse(response)),
  }
}

async function readResponse(response: Response): Promise<Pick<Outcome, 'json' | 'pictureUrl' | 'text'>> {
  const type = response.headers.get('content-type') ?? ''
  if (/^(image|video|audio)\/|zip|octet-stream/.test(type)) {
    const blob = await response.blob()
    if (type.startsWith('image/')) return { pictureUrl: URL.createObjectURL(blob) }
    return { text: `${type}, ${blob.size} bytes` }
  }
  const text = await response.text()
  try {
    const json = JSON.parse(text)
    rememberIds(json.data)
    return { json }
  } catch {
    return { text: text.slice(0, MOST_CHARACTERS) }
  }
}
