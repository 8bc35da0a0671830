import { EmptyState } from '../../components/empty-state.tsx'
import { LinkButton } from '../../components/link-button.tsx'

/** In the place of a new batch, for whoever may not make one. */
export function LookOnlyPage() {
  return (
    <EmptyState
      isPage
      title="You can look, but not make videos"
      text="You are signed in with the right to look and download. Ask whoever invited you, or whoever has the API token, for a link that lets you make videos."
    >
      <LinkButton href="/batches">See the batches</LinkButton>
    </EmptyState>
  )
}
