import type { ComponentChildren } from 'preact'
import './empty-state.css'

type Props = {
  title: string
  children?: ComponentChildren
  text?: string
  /** Whether it is all that the page shows: then its title is the page's. */
  isPage?: boolean
}

/** Where there is nothing yet: says what would be here, and does the job of getting it. */
export function EmptyState({ title, text, children, isPage }: Props) {
  return (
    <div class="empty">
      {isPage ? <h1>{title}</h1> : <h2>{title}</h2>}
      {text && <p>{text}</p>}
      {children}
    </div>
  )
}
