import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'

/** The call behind a page, for those who want to make it themselves. */
export type PageRequest = { path: string; typescript: string }

/** That of the page that is shown; the frame offers it. */
export const pageRequest = signal<PageRequest | undefined>(undefined)

/** Names the call behind a page while the page is shown. */
export function usePageRequest(path: string, typescript: string): void {
  useEffect(() => {
    pageRequest.value = { path, typescript }
    return () => {
      pageRequest.value = undefined
    }
  }, [path, typescript])
}
