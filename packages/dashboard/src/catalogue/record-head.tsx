import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { takeAccent } from '../components/take-accent.ts'
import './record-head.css'

type Props = {
  title: string
  cover: string | undefined
  /** Where it belongs: links, with arrows between them. */
  above: ComponentChildren
  facts: ComponentChildren
  children?: ComponentChildren
}

/** The head of a record's page: its picture, its name, what is known of it, and what can be done. */
export function RecordHead({ title, cover, above, facts, children }: Props) {
  const [broken, setBroken] = useState<string>()
  useEffect(() => {
    // A picture that is not here yet leaves the accent as it is.
    if (cover) takeAccent(cover).catch(() => {})
  }, [cover])
  return (
    <header class="record-head">
      {cover && cover !== broken ? (
        <img src={cover} alt="" onError={() => setBroken(cover)} />
      ) : (
        <span class="record-blank" />
      )}
      <div class="record-words">
        <p class="small">{above}</p>
        <h1>
          <bdi>{title}</bdi>
        </h1>
        <p class="row soft small figures">{facts}</p>
      </div>
      <div class="row">{children}</div>
    </header>
  )
}
