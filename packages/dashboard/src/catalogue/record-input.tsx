import { useEffect, useId, useState } from 'preact/hooks'
import { Field } from '../components/field.tsx'

/** A field of a record: a text, or a file whose address is sent. */
export type RecordField = {
  name: string
  label: string
  help?: string
  value?: string | null
  isRequired?: boolean
  /** What files it takes; a text field without it. */
  accept?: string
  /** Names that are known already and hold what was typed. */
  suggest?(text: string): Promise<string[]>
}

type Props = {
  field: RecordField
  /** What was typed; as it was if nothing was. */
  text: string | undefined
  error: string | undefined
  onText(text: string): void
  onFile(file: File): void
}

const TYPING_MS = 250

/** The box of a field. */
export function RecordInput({ field, text, error, onText, onFile }: Props) {
  const { label, help, value, isRequired, accept, suggest } = field
  const listId = useId()
  const names = useSuggestions(suggest, text)
  return (
    <Field label={label} help={help} error={error}>
      {(box) =>
        accept ? (
          <input
            {...box}
            type="file"
            accept={accept}
            onChange={({ currentTarget }) => {
              const file = currentTarget.files?.[0]
              if (file) onFile(file)
            }}
          />
        ) : (
          <>
            <input
              {...box}
              value={text ?? value ?? ''}
              required={isRequired}
              autocomplete="off"
              list={suggest && listId}
              onInput={({ currentTarget }) => onText(currentTarget.value)}
            />
            {suggest && (
              <datalist id={listId}>
                {names.map((name) => (
                  <option key={name} value={name} />
                ))}
              </datalist>
            )}
          </>
        )
      }
    </Field>
  )
}

function useSuggestions(suggest: RecordField['suggest'], text: string | undefined): string[] {
  const [names, setNames] = useState<string[]>([])
  useEffect(() => {
    if (!suggest || !text?.trim()) return
    let isGone = false
    // Without suggestions the name can still be typed.
    const read = () =>
      suggest(text.trim()).then(
        (found) => isGone || setNames(found),
        () => {},
      )
    const timer = setTimeout(read, TYPING_MS)
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [text])
  return names
}
