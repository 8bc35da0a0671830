import { SongreelError } from '../errors.ts'
import type { Platform } from './platform.ts'

async function refuse(): Promise<never> {
  throw new SongreelError('Paths need Node, Deno or Bun. In a browser, use a File, or the renderUrl.')
}

export const openFile: Platform['openFile'] = refuse
export const saveVideo: Platform['saveVideo'] = refuse

/** Browsers report the progress of an upload through XMLHttpRequest alone. */
export const sendWithProgress: Platform['sendWithProgress'] =
  (_, report) =>
  (url, { method = 'POST', headers, body, signal } = {}) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      const fail = () => reject(new TypeError('The upload broke off.'))
      request.open(method, String(url))
      for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value)
      request.responseType = 'arraybuffer'
      request.upload.onprogress = ({ loaded }) => report(loaded)
      request.onload = () => resolve(toResponse(request))
      request.onerror = fail
      request.onabort = fail
      signal?.addEventListener('abort', () => request.abort(), { once: true })
      request.send(body as XMLHttpRequestBodyInit)
    })

function toResponse(request: XMLHttpRequest): Response {
  const lines = request.getAllResponseHeaders().trim().split(/\r\n/)
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon), line.slice(colon + 1).trim()]
  })
  return new Response(request.response, { status: request.status, headers })
}
