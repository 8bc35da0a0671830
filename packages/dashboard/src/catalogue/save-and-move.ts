/** A call with If-Match; what it returns has the record's next version. */
type Step = (options: { headers?: Record<string, string> }) => Promise<{ $meta: { headers: Headers } }>

/** Saves a record and moves it, each only if it is still as the one before left it. */
export async function saveAndMove(
  tag: string | undefined,
  { save, move }: { save?: Step; move?: Step },
): Promise<void> {
  let version = tag
  for (const step of [save, move]) {
    const result = await step?.(version ? { headers: { 'If-Match': version } } : {})
    version = result?.$meta.headers.get('etag') ?? version
  }
}
