import { SongreelError } from './errors.ts'
import type { Result } from './result.ts'
import type { Call, CallOptions, Transport } from './transport.ts'

/** One page, newest first; `nextCursor` is null on the last one. */
export type Page<Item> = { items: Item[]; nextCursor: string | null }

/** Awaited, it's the first page; in a `for await`, every record of every page. */
export type List<Item> = Promise<Result<Page<Item>>> &
  AsyncIterable<Item> & {
    /** The first records as an array, over as many pages as that takes. */
    toArray(options: { limit: number }): Promise<Item[]>
  }

/** Asks for the first page at once, and for the others when somebody comes to them. */
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
  const first = read()

  async function* walk(): AsyncGenerator<Item> {
    let page = await first
    for (;;) {
      yield* page.items
      if (!page.nextCursor) return
      page = await read(page.nextCursor)
    }
  }

  async function toArray({ limit }: { limit: number }): Promise<Item[]> {
    if (!(limit > 0)) throw new SongreelError('toArray needs a limit, such as { limit: 500 }.')
    const items: Item[] = []
    for await (const item of walk()) if (items.push(item) >= limit) break
    return items
  }
  return Object.assign(first, { [Symbol.asyncIterator]: walk, toArray })
}
