import { Field } from '../../components/field.tsx'

type Props<Value extends string> = {
  label: string
  /** What can be chosen, and the words for it. */
  all: Record<Value, string>
  value: Value
  isDisabled?: boolean
  onChoose(value: Value): void
}

/** One of a few, from a list. */
export function Choice<Value extends string>({ label, all, value, isDisabled, onChoose }: Props<Value>) {
  return (
    <Field label={label}>
      {(box) => (
        <select
          {...box}
          value={value}
          disabled={isDisabled}
          onChange={({ currentTarget }) => onChoose(currentTarget.value as Value)}
        >
          {(Object.entries(all) as [Value, string][]).map(([each, words]) => (
            <option key={each} value={each}>
              {words}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
