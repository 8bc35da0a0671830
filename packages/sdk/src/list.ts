import { SongreelError } from './errors.ts'
import type { Result } from './result.ts'
import type { Call, CallOptions, Transport } from './transport.ts'

/** One page, newest first; `nextCursor` is null on the last one. */
export type Page<Item> = {
  items: Item[]
  nextCursor: string | null
  /** How many there are on all pages, if it was asked for with `total: true`; at most 10,000. */
  total?: number
}

/** Awaited, it's the first page; in a `for await`, every record of every page. Nothing is asked until somebody reads it. */
export type List<Item> = Promise<Result<Page<Item>>> &
  AsyncIterable<Item> & {
    /** The records as an array, over as many pages as that takes: the first `limit`, or all of them. */
    toArray(options?: { limit?: number }): Promise<Item[]>
  }

/**
 * Asks for a page when somebody comes to it. A list that was asked for at once could fail before anybody listens, and a
 * rejection that nobody hears ends the program.
 */
export function list<Item>(
  { send }: Transport,
  path: string,
  filter: object = {},
  options: CallOptions = {},
): List<Item> {
  const read = (cursor?: string) => {
    const call: Call = { ...options, method: 'GET', path, query: cursor ? { ...filter, cursor } : filter }
    return send<Page<Item>>(call)
  }
  let first: ReturnType<typeof read> | undefined
  const readFirst = () => {
    first ??= read()
    return first
  }

  async function* walk(): AsyncGenerator<Item> {
    let page = await readFirst()
    for (;;) {
      yield* page.items
      if (!page.nextCursor) return
      page = await read(page.nextCursor)
    }
  }

  async function toArray({ limit = Infinity }: { limit?: number } = {}): Promise<Item[]> {
    if (!(limit > 0)) throw new SongreelError(`The limit of toArray must be at least 1, not ${limit}.`)
    const items: Item[] = []
    for await (const item of walk()) if (items.push(item) >= limit) break
    return items
  }
  // A promise's catch and finally go through its then.
  const then: Promise<Result<Page<Item>>>['then'] = (...handlers) => readFirst().then(...handlers)
  return Object.assign(Object.create(Promise.prototype), { then, [Symbol.asyncIterator]: walk, toArray })
}
