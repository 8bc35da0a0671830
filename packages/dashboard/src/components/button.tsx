import type { Scope } from '@songreel/contract'
import type { ButtonHTMLAttributes, ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { hasScope } from '../session/scopes.ts'
import './button.css'
import { useKeptFocus } from './keep-focus.ts'
import { showError } from './toast.tsx'

/** How loud a button is: one `main` a view, `danger` for what cannot be undone, `plain` among other things. */
export type Loudness = 'main' | 'danger' | 'plain'

type Props = Omit<ButtonHTMLAttributes, 'onClick' | 'size'> & {
  children: ComponentChildren
  loudness?: Loudness
  isSmall?: boolean
  /** What the session must be allowed to do; without it there is no button. */
  needs?: Scope
  /** May take its time: the button waits, and an error is shown. */
  onPress?(): unknown
}

/** A button. While what it started is not done, it can not be pressed again. Pressing it never takes the focus away from the keyboard. */
export function Button({ children, loudness, isSmall, needs, onPress, disabled, ...rest }: Props) {
  const [isBusy, setBusy] = useState(false)
  const [hasFocus, setFocus] = useState(false)
  const control = useKeptFocus<HTMLButtonElement>()
  // A browser takes the focus from what is disabled: as long as it is here, also while another window is in front, the button only says so.
  const isMute = Boolean(disabled) && hasFocus
  const press = async () => {
    if (isBusy || !onPress) return
    setBusy(true)
    try {
      await onPress()
    } catch (error) {
      showError(error)
    } finally {
      setBusy(false)
    }
  }
  if (needs && !hasScope(needs)) return null
  return (
    <button
      type="button"
      {...rest}
      class={nameClass(loudness, isSmall)}
      ref={control}
      disabled={disabled && !isMute}
      aria-disabled={isMute || undefined}
      aria-busy={isBusy}
      onFocus={() => setFocus(true)}
      onBlur={() => setFocus(document.activeElement === control.current)}
      onClick={isMute ? (event) => event.preventDefault() : onPress && press}
    >
      {children}
    </button>
  )
}

export function nameClass(loudness?: Loudness, isSmall?: boolean): string {
  return `button${loudness ? ` is-${loudness}` : ''}${isSmall ? ' is-small' : ''}`
}
