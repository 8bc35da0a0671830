import { useRef } from 'preact/hooks'
import { useLocation } from 'preact-iso'

/** The query of a page's own address: while the next page is being loaded, the last one stays on the screen as it was. */
export function useOwnQuery(ownPath: string): Record<string, string | undefined> {
  const { path, query } = useLocation()
  const own = useRef(query)
  if (path === ownPath) own.current = query
  return own.current
}
