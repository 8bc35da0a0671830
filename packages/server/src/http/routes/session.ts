import {
  Session,
  SessionPath,
  SessionState,
  SignedIn,
  SignIn,
  SignInLink,
  successOf,
} from '@songreel/contract'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { notFound, ServiceError } from '../../errors.ts'
import type { Services } from '../../services.ts'
import { getOrganization } from '../../store/organizations.ts'
import { listSessions, revokeKey } from '../../store/tokens.ts'
import { claimSession, isClaimed, makeSignInCode, signInWithToken } from '../../tokens/sessions.ts'
import { VERSION } from '../../version.ts'
import type { Auth } from '../auth/authenticator.ts'
import { demandSameOrigin } from '../auth/same-origin.ts'
import { readSessionCookie, sendSessionCookie } from '../auth/session-cookie.ts'
import { ok } from '../response/envelope.ts'
import type { App, Routes } from './route.ts'

const open = { scope: 'open', isPage: true } as const
const admin = { scope: 'admin', isPage: true } as const
const read = { config: open, schema: { response: { 200: successOf(SessionState) } } } as const
const signIn = { config: open, schema: { body: SignIn, response: { 200: successOf(SignedIn) } } } as const
const list = {
  config: admin,
  schema: { response: { 200: successOf(z.object({ items: z.array(Session) })) } },
} as const
const link = { config: admin, schema: { response: { 200: successOf(SignInLink) } } } as const
const end = { config: admin, schema: { params: SessionPath } } as const

/** Signing in to the dashboard. Not part of the API: a program has a token. */
export const sessionRoutes: Routes = (app, services) => {
  const { db } = services

  app.get('/session', read, async (request) => {
    const auth = await findSession(request)
    const signedIn = auth ? await describe(services, auth) : null
    return ok({ isClaimed: signedIn !== null || (await isClaimed(db)), version: VERSION, signedIn })
  })

  app.post('/session', signIn, async (request, reply) => {
    demandSameOrigin(request)
    const { code, token } = request.body
    const browser = nameBrowser(request.headers['user-agent'])
    const made = await app.guardGuesses(
      request,
      async () => {
        const session = code
          ? await claimSession(services, code, browser)
          : await signInWithToken(services, token ?? '', browser)
        return session ?? refuse(code ? CODE_REFUSED : TOKEN_REFUSED)
      },
      true,
    )
    sendSessionCookie(request, reply, made)
    return ok(await describe(services, made.row), 'Signed in')
  })

  app.delete('/session', { config: open }, async (request, reply) => {
    demandSameOrigin(request)
    const auth = await findSession(request)
    if (auth) await endSession(app, services, auth)
    sendSessionCookie(request, reply)
    return ok({}, 'Signed out')
  })

  app.get('/session/all', list, async ({ auth }) => {
    const rows = await listSessions(db, auth.orgId)
    const items = rows.map(({ keyId, name, createdAt, lastUsedAt, expiresAt }) => {
      const times = { createdAt, lastUsedAt, expiresAt: expiresAt ?? createdAt }
      return { sessionId: keyId, browser: name, ...times, isCurrent: keyId === auth.keyId }
    })
    return ok({ items }, 'Sessions found')
  })

  app.delete('/session/:sessionId', end, async ({ auth, params }) => {
    const { sessionId: keyId } = params
    if (!(await endSession(app, services, { orgId: auth.orgId, keyId })))
      throw notFound('API_KEY_NOT_FOUND', keyId)
    return ok({}, 'Session ended')
  })

  app.post('/session/links', link, async ({ auth }) => {
    const { code, expiresAt } = await makeSignInCode(services, auth.orgId)
    return ok({ url: `${app.publicUrl()}/claim#${code}`, expiresAt }, 'Link made')
  })
}

async function endSession(
  app: App,
  { db }: Services,
  { orgId, keyId }: Pick<Auth, 'orgId' | 'keyId'>,
): Promise<boolean> {
  const isEnded = await revokeKey(db, orgId, keyId, 'SESSION')
  app.authenticator.forget(orgId)
  return isEnded
}

/** Who has the cookie, if it is still good. */
async function findSession(request: FastifyRequest): Promise<Auth | undefined> {
  if (readSessionCookie(request) === undefined) return undefined
  const auth = await request.server.authenticator.authenticate(request).catch((error) => {
    if (error instanceof ServiceError && error.code === 'UNAUTHENTICATED') return undefined
    throw error
  })
  return auth?.kind === 'SESSION' ? auth : undefined
}

const CODE_REFUSED =
  'This code is not valid: it was used, is older than 30 minutes, or is cut off. Make a new one where the server runs: npx songreel login-link'
const TOKEN_REFUSED =
  'This token is not valid here: it is unknown, was revoked, or is cut off. npx songreel token show prints it where the server runs.'

function refuse(message: string): never {
  throw new ServiceError('UNAUTHENTICATED', { message })
}

async function describe(
  { db }: Services,
  { orgId, keyId, scopes, isTest }: Pick<Auth, 'orgId' | 'keyId' | 'scopes' | 'isTest'>,
): Promise<SignedIn> {
  const { name } = await getOrganization(db, orgId)
  return { sessionId: keyId, orgId, organization: name, scopes: [...scopes], isTest }
}

/** The two words of a browser's long name that a person knows it by. */
function nameBrowser(userAgent = ''): string {
  const browser = /(Edg|OPR|Firefox|Chrome|Safari)(?=\/)/.exec(userAgent)?.[0] ?? 'A browser'
  const system = /Android|iPhone|iPad|Windows|Mac OS X|Linux/.exec(userAgent)?.[0]
  const names: Record<string, string> = { Edg: 'Edge', OPR: 'Opera', 'Mac OS X': 'macOS' }
  const name = names[browser] ?? browser
  return system ? `${name} on ${names[system] ?? system}` : name
}
