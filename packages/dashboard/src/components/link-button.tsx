import type { AnchorHTMLAttributes, ComponentChildren } from 'preact'
import { hasScope } from '../session/scopes.ts'
import { type Loudness, nameClass } from './button.tsx'

type Props = AnchorHTMLAttributes & {
  children: ComponentChildren
  href: string
  loudness?: Loudness
  isSmall?: boolean
}

/** Where something is made: who may only look is not led there. */
const MAKES = /^\/new\b/

/** A link that looks like a button: it goes somewhere, or saves a file. */
export function LinkButton({ children, loudness, isSmall, ...rest }: Props) {
  if (MAKES.test(rest.href) && !hasScope('write')) return null
  return (
    <a {...rest} class={nameClass(loudness, isSmall)}>
      {children}
    </a>
  )
}
