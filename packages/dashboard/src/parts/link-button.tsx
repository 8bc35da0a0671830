import type { AnchorHTMLAttributes, ComponentChildren } from 'preact'
import { type Loudness, nameClass } from './button.tsx'

type Props = AnchorHTMLAttributes & {
  children: ComponentChildren
  href: string
  loudness?: Loudness
  isSmall?: boolean
}

/** A link that looks like a button: it goes somewhere, or saves a file. */
export function LinkButton({ children, loudness, isSmall, ...rest }: Props) {
  return (
    <a {...rest} class={nameClass(loudness, isSmall)}>
      {children}
    </a>
  )
}
