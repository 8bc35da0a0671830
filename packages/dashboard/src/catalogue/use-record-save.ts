import { ApiError } from '@songreel/sdk'
import { useRef, useState } from 'preact/hooks'
import { songreel } from '../client.ts'
import { showToast } from '../components/toast.tsx'
import { warnWhile } from '../components/warn-on-leave.ts'
import { describeError } from '../format/describe-error.ts'
import { findConflicts, listTheirs, type RecordVersion, type Values } from './record-changes.ts'
import type { RecordField } from './record-input.tsx'

/** How a record is saved, and how it is read again where somebody else may change it meanwhile. */
export type RecordSaving = {
  fields: RecordField[]
  /** The record as it was when the dialog was opened. */
  version?: RecordVersion
  readVersion?(): Promise<RecordVersion>
  /** Only what was filled in or changed; a text that was emptied is null. */
  onSave(changes: Values, tag: string | undefined): Promise<unknown>
  onClose(): void
}

/** What was typed, beside what somebody else has saved meanwhile. */
export type Conflict = { changes: Values; theirs: RecordVersion; names: string[] }

/** Saves a record, its files first. What somebody else has saved meanwhile is not overwritten: what only one has changed is kept, and of the rest there is a choice. */
export function useRecordSave({ fields, version, readVersion, onSave, onClose }: RecordSaving) {
  const [percent, setPercent] = useState<number>()
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [conflict, setConflict] = useState<Conflict>()
  const sent = useRef(new Map<File, string>())

  const save = async (changes: Values, base: RecordVersion | undefined): Promise<void> => {
    try {
      await onSave(changes, base?.tag)
      onClose()
    } catch (error) {
      if (!readVersion || !base || !isOutdated(error)) throw error
      const theirs = await readVersion()
      const names = findConflicts(changes, base, theirs)
      if (names.length > 0) return setConflict({ changes, theirs, names })
      showToast(describeTheirs(fields, listTheirs(base, theirs)))
      await save(changes, theirs)
    }
  }
  /** Once, however often it is saved. */
  const upload = async (file: File): Promise<string> => {
    const known = sent.current.get(file)
    if (known) return known
    const onProgress = ({ sentBytes, totalBytes }: { sentBytes: number; totalBytes: number }) =>
      setPercent(Math.round((sentBytes / totalBytes) * 100))
    const { url } = await warnWhile(songreel.uploads.create(file, { onProgress }))
    sent.current.set(file, url)
    return url
  }
  const start = async (work: () => Promise<void>): Promise<void> => {
    setErrors({})
    try {
      await work()
    } catch (error) {
      setErrors(readErrors(error, fields))
    } finally {
      setPercent(undefined)
    }
  }
  return {
    percent,
    errors,
    conflict,
    saveAll: (texts: Values, files: Record<string, File>) =>
      start(async () => {
        const changes = { ...texts }
        for (const [name, file] of Object.entries(files)) changes[name] = await upload(file)
        await save(changes, version)
      }),
    saveChosen: (isTheirs: (name: string) => boolean) =>
      start(async () => {
        if (!conflict) return
        const mine = Object.entries(conflict.changes).filter(([name]) => !isTheirs(name))
        await save(Object.fromEntries(mine), conflict.theirs)
      }),
  }
}

function isOutdated(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'PRECONDITION_FAILED'
}

function describeTheirs(fields: RecordField[], names: string[]): string {
  const labels = fields.filter(({ name }) => names.includes(name)).map(({ label }) => label)
  const what = labels.length > 0 ? `: ${labels.join(', ')}` : ''
  return `Somebody else has changed this meanwhile${what}. Both changes are kept.`
}

/** By field where the server names one of ours, and under no name for the rest. */
function readErrors(error: unknown, fields: RecordField[]): Record<string, string> {
  const details = error instanceof ApiError ? error.details : []
  const known = details.filter(({ field }) => fields.some(({ name }) => name === field))
  if (known.length === 0) return { '': describeError(error) }
  return Object.fromEntries(known.map(({ field, message }) => [field, message]))
}
