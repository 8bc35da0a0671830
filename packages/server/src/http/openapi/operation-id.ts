const VERBS: Record<string, string> = {
  GET: 'get',
  POST: 'create',
  PUT: 'update',
  PATCH: 'patch',
  DELETE: 'delete',
}

/** A name for a call, made from its method and path: `POST /v1/media/:mediaId/restore` is `restoreMedia`. */
export function deriveOperationId(method: string, url: string): string {
  const segments = url.split('/').filter((segment) => segment !== '' && segment !== 'v1')
  const words = segments.filter((segment) => !segment.startsWith(':'))
  const last = segments.at(-1) ?? ''
  const resource = words[0] ?? 'root'
  if (last.startsWith(':')) return VERBS[method] + joinWords(words.map(singular))
  const isAction = words.length > 1 && segments.some((segment) => segment.startsWith(':'))
  if (isAction && method === 'POST')
    return camel(last) + joinWords([singular(resource), ...words.slice(1, -1)])
  if (isAction) return (VERBS[method] ?? 'call') + joinWords([singular(resource), ...words.slice(1)])
  if (method === 'POST') return VERBS.POST + joinWords(words.map(singular))
  return (isPlural(resource) && method === 'GET' ? 'list' : VERBS[method]) + joinWords(words)
}

function joinWords(words: string[]): string {
  return words.map((word) => camel(`x-${word}`).slice(1)).join('')
}

function camel(word: string): string {
  return word.replace(/[-.](\w)/g, (_, letter: string) => letter.toUpperCase())
}

function isPlural(word: string): boolean {
  return word === 'media' || (word.endsWith('s') && word !== 'metrics' && word !== 'limits')
}

function singular(word: string): string {
  return word.endsWith('s') && isPlural(word)
    ? word.replace(/(ie|h?e)?s$/, (ending) => nameEnding(ending))
    : word
}

/** batches becomes batch, keys key, bundles bundle. */
function nameEnding(ending: string): string {
  if (ending === 'hes') return 'h'
  if (ending === 'ies') return 'y'
  return ending === 'es' ? 'e' : ''
}
