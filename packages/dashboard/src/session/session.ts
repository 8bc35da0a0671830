import type { SessionState, SignedIn } from '@songreel/contract'
import { AuthenticationError } from '@songreel/sdk'
import { songreel } from '../client.ts'
import { session } from './scopes.ts'

/** Asks the server who is signed in. */
export async function loadSession(): Promise<void> {
  session.value = await songreel.request<SessionState>({ method: 'GET', path: '/session' })
}

/** Signs in with the code of a link or with an API token; neither is kept anywhere. */
export async function signIn(json: { code: string } | { token: string }): Promise<void> {
  const signedIn = await songreel.request<SignedIn>({ method: 'POST', path: '/session', json, maxRetries: 0 })
  session.value = { version: session.value?.version ?? '', isClaimed: true, signedIn }
}

/** Signs out on the server, then here. */
export async function signOut(): Promise<void> {
  await songreel.request({ method: 'DELETE', path: '/session' })
  forgetSession()
}

/** Whether an error says that the session has ended; then the sign-in page is shown. */
export function endsSession(error: unknown): boolean {
  if (!(error instanceof AuthenticationError)) return false
  forgetSession()
  return true
}

function forgetSession(): void {
  if (session.value) session.value = { ...session.value, signedIn: null }
}
