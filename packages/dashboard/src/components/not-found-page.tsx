import { EmptyState } from './empty-state.tsx'
import { LinkButton } from './link-button.tsx'

type Props = {
  /** What was looked for: "album". */
  what: string
  /** Why it may be missing. */
  why: string
  /** Where to go on. */
  back: { href: string; label: string }
}

/** Instead of a page whose record is not there. */
export function NotFoundPage({ what, why, back }: Props) {
  return (
    <EmptyState isPage title={`There is no such ${what}`} text={why}>
      <LinkButton href={back.href}>{back.label}</LinkButton>
    </EmptyState>
  )
}
