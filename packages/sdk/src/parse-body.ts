import { ConnectionError } from './errors.ts'

/** A body that is JSON, or the text of one that does not say it is. JSON that can't be parsed has broken off. */
export function parseBody({ url, headers }: Response, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    if (!/json/.test(headers.get('content-type') ?? '')) return text
    throw new ConnectionError(`The response of ${url} broke off after ${text.length} characters.`, { cause })
  }
}
