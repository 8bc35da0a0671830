import { SongreelError } from '../errors.ts'
import type { Platform } from './platform.ts'

function refuse(what: string): never {
  throw new SongreelError(
    `${what} needs Node, Deno or Bun: a browser has no paths. Use a File, or the renderUrl.`,
  )
}

export const openFile: Platform['openFile'] = async (path) => refuse(`Opening ${path}`)
export const saveFile: Platform['saveFile'] = async (_, path) => refuse(`Saving ${path}`)
export const makePlace: Platform['makePlace'] = async (folder) => refuse(`Saving to ${folder}`)

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
