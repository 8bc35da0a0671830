import type { ComponentChildren } from 'preact'
import './empty-state.css'

type Props = { title: string; children?: ComponentChildren; text?: string }

/** Where there is nothing yet: says what would be here, and does the job of getting it. */
export function EmptyState({ title, text, children }: Props) {
  return (
    <div class="empty">
      <h2>{title}</h2>
      {text && <p>{text}</p>}
      {children}
    </div>
  )
}
