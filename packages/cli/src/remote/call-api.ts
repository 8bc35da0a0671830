import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { ApiError, type Songreel } from '@songreel/sdk'
import { usageError } from '../cli-error.ts'
import { cleanText } from '../print.ts'
import { findFile } from '../songs/find-file.ts'
import { suggest } from '../suggest.ts'
import { printJson } from './print-records.ts'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD']

type ApiFlags = { data?: string; header?: string[] }

/** `songreel api`: any call, signed in; its response goes to stdout as it comes, that of an error, too. */
export async function callApi(
  { method, path }: { method: string; path: string },
  { client, flags, signal }: { client: Songreel; flags: ApiFlags; signal: AbortSignal },
): Promise<undefined> {
  const headers = readHeaders(flags.header ?? [])
  const body = flags.data === undefined ? undefined : await readBody(flags.data)
  const call = { method: readMethod(method), path: readPath(path), headers, signal }
  try {
    const type = { 'content-type': 'application/json', ...headers }
    await print(await client.open(body === undefined ? call : { ...call, body, headers: type }))
  } catch (error) {
    if (error instanceof ApiError && typeof error.raw === 'object') printJson(error.raw)
    throw error
  }
}

function readMethod(given: string): string {
  const method = given.toUpperCase()
  if (METHODS.includes(method)) return method
  throw usageError(
    `No method ${cleanText(given)}.${suggest(method, METHODS)} There are ${METHODS.join(', ')}.`,
  )
}

/** A whole address might lead elsewhere, with the token. */
function readPath(path: string): string {
  if (/^https?:/i.test(path))
    throw usageError(
      `Give the path alone, such as /v1/limits; the server is chosen by --profile or SONGREEL_URL.`,
    )
  return path.startsWith('/') ? path : `/v1/${path}`
}

function readHeaders(lines: readonly string[]): Record<string, string> {
  const headers = lines.map((line) => {
    const [, name = '', value = ''] = /^([\w-]+):\s*(.*)$/.exec(line) ?? []
    if (name === '') throw usageError(`--header ${cleanText(line)} is not "Name: value".`)
    return [name.toLowerCase(), value]
  })
  return Object.fromEntries(headers)
}

/** As curl has it: the text itself, `@file`, or `@-` for stdin. */
async function readBody(given: string): Promise<string | Uint8Array<ArrayBuffer>> {
  if (given === '@-' || given === '-') return text(process.stdin)
  return given.startsWith('@')
    ? new Uint8Array(await readFile(await findFile(given.slice(1), 'file')))
    : given
}

async function print(response: Response): Promise<void> {
  if (/\bjson\b/.test(response.headers.get('content-type') ?? '')) return printJson(await response.json())
  if (!response.body) return
  const type = response.headers.get('content-type') ?? 'a file'
  if (process.stdout.isTTY && !type.startsWith('text/')) {
    await response.body.cancel()
    throw usageError(
      `The response is ${cleanText(type)}, which is not for a terminal. Send it into a file: > file`,
    )
  }
  await pipeline(Readable.fromWeb(response.body as never), process.stdout, { end: false })
}
