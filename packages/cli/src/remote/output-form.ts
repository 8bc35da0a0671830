import { usageError } from '../cli-error.ts'
import { cleanText } from '../print.ts'
import { suggest } from '../suggest.ts'

/** Flags about how a result is printed. */
export type OutputFlags = { json?: boolean; output?: string }

/** `--json` is short for `-o json`. */
export function readForm<Form extends string>(
  { json, output }: OutputFlags,
  forms: readonly [Form, ...Form[]],
): Form {
  const asked = json ? 'json' : output?.toLowerCase()
  const form = asked === undefined ? forms[0] : forms.find((each) => each === asked)
  if (form) return form
  const shown = cleanText(asked ?? '')
  throw usageError(`No output ${shown}.${suggest(shown, forms)} There are ${forms.join(', ')}.`)
}
