import { signal } from '@preact/signals'
import type { Scope, SessionState } from '@songreel/contract'

// Apart from what signs in and out, so that a button does not bring the API's client to pages that call nothing.

/** Who is signed in; undefined until the server has said so. */
export const session = signal<SessionState | undefined>(undefined)

/** Whether who is signed in may do such things. */
export function hasScope(scope: Scope): boolean {
  const scopes = session.value?.signedIn?.scopes ?? []
  return scopes.includes(scope) || scopes.includes('admin')
}
