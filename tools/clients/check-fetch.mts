/** A fetch that fails on whatever Prism finds between request, response and OpenAPI document. */
export async function checkFetch(request: Request): Promise<Response> {
  const response = await fetch(request)
  const violations = response.headers.get('sl-violations')
  if (!violations) return response
  throw new Error(
    `${request.method} ${request.url} ${response.status}: ${violations}\n${await response.text()}`,
  )
}
