import { useEffect, useRef } from 'preact/hooks'
import { useRead } from '../data/use-read.ts'
import { hasScope } from '../session/scopes.ts'
import { offerRebuild, readStale, type VideosOf } from './rebuild.ts'

/**
 * The videos of a song or an album that are out of date, read again when a batch ends and whenever the version of the
 * record is another one; then what has become out of date by it is offered at once. `isKnown` also where it can't be read.
 */
export function useStale(of: VideosOf, version: string | undefined) {
  const { value, error, reload } = useRead((options) => readStale(of, options))
  const before = useRef(version)
  useEffect(() => {
    if (before.current === version) return
    before.current = version
    reload()
    // The note on the page says so, too, where this can't be asked.
    offerRebuild(of, hasScope('write'), reload).catch(() => {})
  }, [version])
  return { stale: value, isKnown: value !== undefined || error !== undefined, reload }
}
