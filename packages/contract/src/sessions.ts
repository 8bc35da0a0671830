import { z } from 'zod'
import { Scope } from './api-keys.ts'
import { idInput, idOf } from './ids.ts'
import { Timestamp } from './text.ts'

// What the dashboard and its server say to each other about signing in: the only calls that are not part of the API.

/** Body of POST /session: a code from a sign-in link, or an API token. */
export const SignIn = z
  .object({
    code: z.string().trim().min(1).max(256).optional().describe('The code of a sign-in link'),
    token: z.string().trim().min(1).max(256).optional().describe('An API token'),
  })
  .refine(({ code, token }) => (code === undefined) !== (token === undefined), {
    error: 'must hold either code or token',
  })
export type SignIn = z.infer<typeof SignIn>

/** A browser that is signed in. */
export const Session = z.object({
  sessionId: idOf('apiKey').describe('Id of the session'),
  browser: z.string().describe('What the browser called itself'),
  createdAt: Timestamp.describe('When it signed in'),
  lastUsedAt: Timestamp.nullable().describe('When it was last used, to the minute'),
  expiresAt: Timestamp.describe('When it ends by itself'),
  isCurrent: z.boolean().describe('Whether it is the one that asks'),
})
export type Session = z.infer<typeof Session>

/** Who is signed in. */
export const SignedIn = z.object({
  sessionId: idOf('apiKey').describe('Id of the session'),
  orgId: idOf('organization').describe('The organization'),
  organization: z.string().describe("The organization's name"),
  scopes: z.array(Scope).describe('What the session may do'),
  isTest: z.boolean().describe('Whether its videos carry a watermark'),
})
export type SignedIn = z.infer<typeof SignedIn>

/** What GET /session returns. */
export const SessionState = z.object({
  isClaimed: z.boolean().describe('Whether somebody has signed in on this server before'),
  version: z.string().describe('Version of the program'),
  signedIn: SignedIn.nullable().describe('Who is signed in; null for nobody'),
})
export type SessionState = z.infer<typeof SessionState>

/** What POST /session/links returns. */
export const SignInLink = z.object({
  url: z.string().describe('Signs its reader in, once'),
  expiresAt: Timestamp.describe('Until when'),
})
export type SignInLink = z.infer<typeof SignInLink>

/** Path of one session. */
export const SessionPath = z.object({ sessionId: idInput('apiKey').describe('The session') })
