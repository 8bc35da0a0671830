import { listenForStop } from '../stop-signal.ts'
import type { Server } from './choose-server.ts'
import { openClient } from './open-client.ts'
import { toRemoteError } from './to-remote-error.ts'

/** A link that signs its reader in to the dashboard, once. */
export type SignInLink = { url: string; expiresAt: string }

/** Asks a server for a sign-in link, which may do what the token may. */
export async function askForLink(server: Server): Promise<SignInLink> {
  try {
    const call = { method: 'POST', path: '/session/links', signal: listenForStop() }
    return await openClient(server).request<SignInLink>(call)
  } catch (error) {
    throw toRemoteError(error, server)
  }
}
