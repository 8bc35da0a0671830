import { ApiError } from '@songreel/sdk'
import { useState } from 'preact/hooks'
import { songreel } from '../client.ts'
import { Button } from '../parts/button.tsx'
import { describeError } from '../parts/describe-error.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Field } from '../parts/field.tsx'
import { ProgressRow } from '../parts/progress-row.tsx'

/** A field of a record: a text, or a file whose address is sent. */
export type RecordField = {
  name: string
  label: string
  help?: string
  value?: string | null
  isRequired?: boolean
  /** What files it takes; a text field without it. */
  accept?: string
}

type Props = {
  title: string
  fields: RecordField[]
  saveLabel: string
  /** Only what was filled in or changed; a text that was emptied is null. */
  onSave(changes: Record<string, string | null>): Promise<unknown>
  onClose(): void
}

/** Adds or changes a record. Files are uploaded first, with progress. */
export function RecordDialog({ title, fields, saveLabel, onSave, onClose }: Props) {
  const [texts, setTexts] = useState<Record<string, string>>({})
  const [files, setFiles] = useState<Record<string, File>>({})
  const [percent, setPercent] = useState<number>()
  const [errors, setErrors] = useState<Record<string, string>>({})
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    setErrors({})
    try {
      const changes = listChanges(fields, texts)
      for (const [name, file] of Object.entries(files)) {
        const { url } = await songreel.uploads.create(file, {
          onProgress: ({ sentBytes, totalBytes }) => setPercent(Math.round((sentBytes / totalBytes) * 100)),
        })
        changes[name] = url
      }
      await onSave(changes)
      onClose()
    } catch (error) {
      setPercent(undefined)
      setErrors(readErrors(error, fields))
    }
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <form class="stack" onSubmit={submit}>
        {fields.map(({ name, label, help, value, isRequired, accept }) => (
          <Field key={name} label={label} help={help} error={errors[name]}>
            {(box) =>
              accept ? (
                <input
                  {...box}
                  type="file"
                  accept={accept}
                  onChange={({ currentTarget }) => {
                    const file = currentTarget.files?.[0]
                    if (file) setFiles((before) => ({ ...before, [name]: file }))
                  }}
                />
              ) : (
                <input
                  {...box}
                  value={texts[name] ?? value ?? ''}
                  required={isRequired}
                  autocomplete="off"
                  onInput={({ currentTarget }) =>
                    setTexts((before) => ({ ...before, [name]: currentTarget.value }))
                  }
                />
              )
            }
          </Field>
        ))}
        {percent !== undefined && <ProgressRow percent={percent} label="Upload" />}
        {errors[''] && (
          <p class="error" role="alert">
            {errors['']}
          </p>
        )}
        <footer>
          <Button onPress={onClose}>Cancel</Button>
          <Button type="submit" loudness="main">
            {saveLabel}
          </Button>
        </footer>
      </form>
    </Dialog>
  )
}

function listChanges(fields: RecordField[], texts: Record<string, string>): Record<string, string | null> {
  const changed = fields.flatMap(({ name, value }) => {
    const text = texts[name]?.trim()
    if (text === undefined || text === (value ?? '')) return []
    return [[name, text === '' ? null : text] as const]
  })
  return Object.fromEntries(changed)
}

/** By field where the server names one of ours, and under no name for the rest. */
function readErrors(error: unknown, fields: RecordField[]): Record<string, string> {
  const details = error instanceof ApiError ? error.details : []
  const known = details.filter(({ field }) => fields.some(({ name }) => name === field))
  if (known.length === 0) return { '': describeError(error) }
  return Object.fromEntries(known.map(({ field, message }) => [field, message]))
}
