/** A network for tests: what it does with each request, in turn; then it passes everything on. */
export type Fate = 'PASS' | 'LOSE_REQUEST' | 'LOSE_RESPONSE' | 'CUT_BODY' | Response

/** A fetch that does to the next requests what the test says, and keeps what it was asked. */
export function createLossyFetch(...fates: Fate[]): typeof fetch & { seen: Request[] } {
  const seen: Request[] = []
  const lossy: typeof fetch = async (input, init) => {
    const request = new Request(input, init)
    seen.push(request.clone())
    const fate = fates.shift() ?? 'PASS'
    if (fate instanceof Response) return fate
    if (fate === 'LOSE_REQUEST')
      throw new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') })
    const response = await fetch(request)
    if (fate === 'LOSE_RESPONSE') {
      await response.arrayBuffer()
      throw new TypeError('fetch failed', { cause: new Error('other side closed') })
    }
    if (fate === 'CUT_BODY') return new Response((await response.text()).slice(0, 40), response)
    return response
  }
  return Object.assign(lossy, { seen })
}
