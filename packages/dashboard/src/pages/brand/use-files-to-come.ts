import { useEffect, useState } from 'preact/hooks'
import { untilRead } from './until-read.ts'

/** Which of these files are not here yet: until they are, nothing can be drawn with them. Undefined until that is known. */
export function useFilesToCome(assetIds: readonly string[]): ReadonlySet<string> | undefined {
  const [states, setStates] = useState<ReadonlyMap<string, 'WAITING' | 'HERE'>>(new Map())
  const ids = [...new Set(assetIds)].sort()
  useEffect(() => {
    const ended = new AbortController()
    const { signal } = ended
    const note = (id: string, state: 'WAITING' | 'HERE') => {
      if (!signal.aborted) setStates((all) => new Map(all).set(id, state))
    }
    for (const id of ids) {
      if (states.get(id) === 'HERE') continue
      // One that nobody can tell about is left to the drawing, which says what is wrong with it.
      const settle = () => note(id, 'HERE')
      untilRead(id, { signal, onWait: () => note(id, 'WAITING') }).then(settle, settle)
    }
    return () => ended.abort()
  }, [ids.join()])
  if (ids.some((id) => !states.has(id))) return undefined
  return new Set(ids.filter((id) => states.get(id) === 'WAITING'))
}
