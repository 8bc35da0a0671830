import { TimeoutError } from './errors.ts'
import { createEventParser, type StreamEvent } from './event-parser.ts'
import type { CallOptions, Transport } from './transport.ts'

/**
 * The events at a path as they come, from behind the last one that was received; a stream on which nothing comes for too
 * long is given up.
 */
export async function* streamEvents(
  { open }: Transport,
  path: string,
  { signal, lastEventId }: Pick<CallOptions, 'signal'> & { lastEventId?: string },
  findIdleMs: () => number,
): AsyncGenerator<StreamEvent> {
  const headers = { accept: 'text/event-stream', ...(lastEventId && { 'last-event-id': lastEventId }) }
  const { body } = await open({ method: 'GET', path, headers, signal, maxRetries: 0 })
  if (!body) return
  const parse = createEventParser()
  const decoder = new TextDecoder()
  const reader = body.getReader()
  try {
    for (;;) {
      const { value, done } = await limit(reader.read(), findIdleMs())
      if (done) return
      yield* parse(decoder.decode(value, { stream: true }))
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

async function limit<Value>(work: Promise<Value>, idleMs: number): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TimeoutError(`Nothing came for ${idleMs} ms.`)), idleMs)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
