import type { Scope } from '@songreel/contract'
import type { ButtonHTMLAttributes, ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { hasScope } from '../session/scopes.ts'
import './button.css'
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

/** A button. While what it started is not done, it can not be pressed again. */
export function Button({ children, loudness, isSmall, needs, onPress, disabled, ...rest }: Props) {
  const [isBusy, setBusy] = useState(false)
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
      disabled={disabled}
      aria-busy={isBusy}
      onClick={onPress && press}
    >
      {children}
    </button>
  )
}

export function nameClass(loudness?: Loudness, isSmall?: boolean): string {
  return `button${loudness ? ` is-${loudness}` : ''}${isSmall ? ' is-small' : ''}`
}
