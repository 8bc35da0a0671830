import { signal } from '@preact/signals'
import type { Brand } from '@songreel/sdk'
import { useEffect } from 'preact/hooks'
import { songreel } from '../client.ts'
import { endsSession } from '../session/session.ts'

/** As many as one call brings; more are found by their page. */
const MOST = 100
const brands = signal<Brand[] | undefined>(undefined)

/** The brands to choose from, read anew by every page that offers them; undefined until they are here. */
export function useBrands(): Brand[] | undefined {
  useEffect(() => {
    songreel.brands.list({ limit: MOST }).then(
      ({ items }) => {
        brands.value = items
      },
      // Without them a page offers no choice, and all else works.
      (error: unknown) => void endsSession(error),
    )
  }, [])
  return brands.value
}
