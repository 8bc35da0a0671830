import { NotFoundError } from '@songreel/sdk'
import { useEffect, useState } from 'preact/hooks'
import { showError } from '../components/toast.tsx'
import { endsSession } from '../session/session.ts'

/** One record; undefined until it is here, null if there is none. */
export function useRecord<Item>(
  id: string | null | undefined,
  read: (id: string) => Promise<Item>,
): { record: Item | null | undefined; reload(): Promise<void> } {
  const [record, setRecord] = useState<Item | null>()
  const load = async () => {
    if (id === undefined) return
    if (id === null) return setRecord(null)
    try {
      setRecord(await read(id))
    } catch (error) {
      if (error instanceof NotFoundError) setRecord(null)
      else if (!endsSession(error)) showError(error)
    }
  }
  useEffect(() => {
    setRecord(undefined)
    load()
  }, [id])
  return { record, reload: load }
}
