import { Field } from '../components/field.tsx'

type Props = {
  label: string
  help: string
  error?: string
  example: string
  text: string
  onText(text: string): void
}

/** A field for the rows of a table of songs. */
export function RowsField({ label, help, error, example, text, onText }: Props) {
  return (
    <Field label={label} help={help} error={error}>
      {(box) => (
        <textarea
          {...box}
          rows={9}
          value={text}
          placeholder={example}
          spellcheck={false}
          onInput={({ currentTarget }) => onText(currentTarget.value)}
        />
      )}
    </Field>
  )
}
