import type { ComponentType } from 'preact'

/** What a part of the page gets in the browser beside its own props: the element that it stands in. */
export type IslandProps = { root?: HTMLElement }

type Props<Own> = {
  /** What the browser finds the component by: docs/islands.ts. */
  name: string
  of: ComponentType<Own & IslandProps>
  /** Small and plain: they travel in the page. */
  props: Own
  class?: string
  /** Comes to life when somebody reaches for it: there are hundreds of these. */
  isLate?: boolean
}

/** A part of the page that a script brings to life; everything around it stays as the server wrote it. */
export function Island<Own extends object>({ name, of: Part, props, class: className, isLate }: Props<Own>) {
  const hasProps = Object.keys(props).length > 0
  return (
    <div
      class={className}
      data-island={name}
      data-props={hasProps ? JSON.stringify(props) : undefined}
      data-late={isLate ? '' : undefined}
    >
      <Part {...props} />
    </div>
  )
}
