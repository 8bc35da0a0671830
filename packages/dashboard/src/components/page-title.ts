import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { useLocation } from 'preact-iso'

/** What the page that is open shows: the name of its record. The browser's tab begins with it. */
export const pageTitle = signal<string | undefined>(undefined)

/** Names the browser's tab after what the page shows, for as long as it does; undefined until that is known. */
export function usePageTitle(name: string | undefined): void {
  const { url } = useLocation()
  useEffect(() => {
    pageTitle.value = name || undefined
    return () => {
      pageTitle.value = undefined
    }
  }, [name, url])
}
