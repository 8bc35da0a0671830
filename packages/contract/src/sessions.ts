import { z } from 'zod'
import { Scope } from './api-keys.ts'
import { idInput, idOf } from './ids.ts'
import { Timestamp, text } from './text.ts'

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
  name: z.string().describe('What a person calls it; empty without a name'),
  browser: z.string().describe('Which browser it is, and what it runs on'),
  address: z.string().nullable().describe('The network address it signed in from'),
  from: z
    .enum(['TERMINAL', 'TOKEN', 'KEY', 'SESSION', 'INVITATION'])
    .describe('What it was made with, and ends with'),
  keyName: z.string().nullable().describe('Name of the key it was made with'),
  scopes: z.array(Scope).describe('What it may do'),
  isTest: z.boolean().describe('Whether its videos carry a watermark'),
  createdAt: Timestamp.describe('When it signed in'),
  lastUsedAt: Timestamp.nullable().describe('When it was last used, to the minute'),
  expiresAt: Timestamp.describe('When it ends by itself'),
  isCurrent: z.boolean().describe('Whether it is the one that asks'),
})
export type Session = z.infer<typeof Session>

/** Body of PATCH /session/{sessionId}. */
export const SessionPatch = z.object({
  name: text(80).describe('What to call it; empty takes the name away'),
})

/** Query of DELETE /session/all. */
export const SessionsQuery = z.object({
  keep: z.enum(['current']).optional().describe('`current` leaves the session that asks'),
})

/** Body of POST /session/invitations. */
export const InvitationInput = z.object({
  name: text(80, 1).describe('Who it is for'),
  scopes: z
    .array(Scope)
    .min(1, 'must name at least one of read, write, admin')
    .max(3)
    .describe('What that person may do'),
})
export type InvitationInput = z.infer<typeof InvitationInput>

/** A link for another person that was not opened yet. */
export const Invitation = z.object({
  invitationId: idOf('apiKey').describe('Id of the invitation'),
  name: z.string().describe('Who it is for'),
  scopes: z.array(Scope).describe('What that person may do'),
  createdAt: Timestamp.describe('When it was made'),
  expiresAt: Timestamp.describe('Until when it can be opened'),
})
export type Invitation = z.infer<typeof Invitation>

/** What POST /session/invitations returns. */
export const InvitationLink = z.object({
  invitationId: idOf('apiKey').describe('Id of the invitation'),
  url: z.string().describe('Signs its reader in, once; not shown again'),
  expiresAt: Timestamp.describe('Until when'),
})
export type InvitationLink = z.infer<typeof InvitationLink>

/** Path of one invitation. */
export const InvitationPath = z.object({ invitationId: idInput('apiKey').describe('The invitation') })

/** Who is signed in. */
export const SignedIn = z.object({
  sessionId: idOf('apiKey').describe('Id of the session'),
  orgId: idOf('organization').describe('The organization'),
  organization: z.string().describe("The organization's name"),
  scopes: z.array(Scope).describe('What the session may do'),
  isTest: z.boolean().describe('Whether its videos carry a watermark'),
  expiresAt: Timestamp.nullable().describe('When it ends by itself'),
  mayRenewToken: z.boolean().describe('Whether it may renew the authToken'),
  keysEndAt: Timestamp.nullable().describe('When keys made in it end at the latest; null for never'),
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
