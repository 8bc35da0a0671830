import './conflict-fields.css'
import type { Values } from './record-changes.ts'
import type { RecordField } from './record-input.tsx'

/** Whose version of a field stands. */
export type Choice = 'theirs' | 'yours'

type Props = {
  fields: RecordField[]
  theirs: Values
  yours: Values
  choices: Record<string, Choice>
  onChoose(name: string, choice: Choice): void
}

/** Both versions of each field that two people have changed, to choose from. What only one of them changed is kept anyway. */
export function ConflictFields({ fields, theirs, yours, choices, onChoose }: Props) {
  return (
    <>
      <p class="soft">
        It was saved by somebody else while you were editing. Choose what should stand; everything else of
        both is kept.
      </p>
      {fields.map(({ name, label, accept }) => (
        <fieldset key={name} class="conflict">
          <legend>{label}</legend>
          {(['theirs', 'yours'] as const).map((whose) => (
            <label key={whose}>
              <input
                type="radio"
                name={name}
                required
                checked={choices[name] === whose}
                onChange={() => onChoose(name, whose)}
              />
              <span class="soft small">{whose === 'theirs' ? 'Theirs' : 'Yours'}</span>
              <span class="conflict-value">
                {describe(whose === 'theirs' ? theirs[name] : yours[name], whose === 'theirs' && accept)}
              </span>
            </label>
          ))}
        </fieldset>
      ))}
    </>
  )
}

/** A file of theirs is known by an id that says nothing to people. */
function describe(value: string | null | undefined, isTheirFile: unknown): string {
  if (!value) return '(empty)'
  return isTheirFile ? 'the file they have chosen' : value
}
