import type { JSX } from 'preact'
import { useId } from 'preact/hooks'
import './field.css'

/** What ties a field's box to its label, help and error. */
export type BoxProps = { id: string; 'aria-describedby'?: string; 'aria-invalid'?: boolean }

type Props = {
  label: string
  /** Of the box, where others know it; else one of its own. */
  id?: string
  /** The name that programs use, beside the label. */
  code?: string
  /** A word beside the label. */
  remark?: string
  help?: string
  error?: string
  /** Draws the box: an input, a select, a text area. */
  children(props: BoxProps): JSX.Element
}

/** A labelled box; the error stands where the help was, and both are read out with it. */
export function Field({ label, id: knownId, code, remark, help, error, children }: Props) {
  const ownId = useId()
  const id = knownId ?? ownId
  const note = error ?? help
  return (
    <div class="field">
      <div class="row">
        <label for={id}>{label}</label>
        {code && <code class="soft">{code}</code>}
        {remark && <span class="soft small">{remark}</span>}
      </div>
      {children({
        id,
        ...(note && { 'aria-describedby': `${id}-note` }),
        'aria-invalid': error !== undefined,
      })}
      {note && (
        <p id={`${id}-note`} class={error ? 'error' : 'soft'} role={error ? 'alert' : undefined}>
          {note}
        </p>
      )}
    </div>
  )
}
