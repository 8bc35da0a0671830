import { useEffect, useRef, useState } from 'preact/hooks'
import { Field } from '../../components/field.tsx'
import type { LookDraft } from './look-draft.ts'

type Props = { look: LookDraft; onChange(next: (look: LookDraft) => LookDraft, what: string): void }

/** All of a look as text. What can be read is taken at once; what can not says where. */
export function JsonView({ look, onChange }: Props) {
  const [text, setText] = useState(() => print(look))
  const [error, setError] = useState<string>()
  const written = useRef(look)
  useEffect(() => {
    // What was typed here stays as it was typed.
    if (written.current === look) return
    setText(print(look))
    setError(undefined)
  }, [look])
  const type = (next: string) => {
    setText(next)
    const read = readDraft(next)
    setError(read.error)
    if (!read.look) return
    written.current = read.look
    onChange(() => read.look as LookDraft, 'json')
  }
  return (
    <Field label="The look as JSON" error={error}>
      {(box) => (
        <textarea
          {...box}
          class="look-code look-all"
          spellcheck={false}
          autocomplete="off"
          value={text}
          onInput={({ currentTarget }) => type(currentTarget.value)}
        />
      )}
    </Field>
  )
}

function print(look: LookDraft): string {
  return JSON.stringify(look, null, 2)
}

/** A look that can be edited has layers; all else is for the engine to judge. */
export function readDraft(
  text: string,
): { look: LookDraft; error?: undefined } | { error: string; look?: undefined } {
  try {
    const look = JSON.parse(text) as LookDraft | null
    const isLook =
      typeof look === 'object' && look !== null && Array.isArray(look.layers) && look.layers.every(isLayer)
    return isLook ? { look } : { error: 'A look is an object with a list of layers, each with its kind.' }
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) }
  }
}

function isLayer(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const { kind, children = [] } = value as { kind?: unknown; children?: unknown }
  return typeof kind === 'string' && Array.isArray(children) && children.every(isLayer)
}
