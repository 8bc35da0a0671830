import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import './card.css'

type Props = { title: string; children: ComponentChildren; aside?: ComponentChildren }

/** A part of a page with a heading of its own. */
export function Card({ title, aside, children }: Props) {
  const id = useId()
  return (
    <section class="card" aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {aside}
      </header>
      {children}
    </section>
  )
}
