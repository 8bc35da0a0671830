import { SessionState, SignedIn, SignIn, SignInLink, successOf } from '@songreel/contract'
import type { FastifyRequest } from 'fastify'
import { ServiceError } from '../../errors.ts'
import type { Services } from '../../services.ts'
import { getOrganization } from '../../store/organizations.ts'
import type { FoundToken } from '../../store/tokens.ts'
import { findToken } from '../../tokens/find-token.ts'
import { claimSession, isClaimed, makeSignInCode, signInWithToken, signOut } from '../../tokens/sessions.ts'
import { VERSION } from '../../version.ts'
import type { Auth } from '../auth/authenticator.ts'
import { nameBrowser } from '../auth/name-browser.ts'
import { demandSameOrigin } from '../auth/same-origin.ts'
import { readSessionCookie, sendSessionCookie } from '../auth/session-cookie.ts'
import { refuseLongLine } from '../auth/token-powers.ts'
import { ok } from '../response/envelope.ts'
import type { Routes } from './route.ts'

const open = { scope: 'open', isPage: true } as const
const admin = { scope: 'admin', isPage: true } as const
const read = { config: open, schema: { response: { 200: successOf(SessionState) } } } as const
const signIn = { config: open, schema: { body: SignIn, response: { 200: successOf(SignedIn) } } } as const
const link = { config: admin, schema: { response: { 200: successOf(SignInLink) } } } as const

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
    const visitor = { browser: nameBrowser(request.headers['user-agent']), address: request.ip }
    const made = await app.guardGuesses(
      request,
      async () => {
        const session = code
          ? await claimSession(services, code, visitor)
          : await signInWithToken(services, token ?? '', visitor)
        return session ?? refuse(code ? CODE_REFUSED : TOKEN_REFUSED)
      },
      true,
    )
    sendSessionCookie(request, reply, made)
    const found = await findToken(db, services.hashToken, made.secret)
    return ok(await describe(services, toSigned(found ?? refuse(CODE_REFUSED))), 'Signed in')
  })

  app.delete('/session', { config: open }, async (request, reply) => {
    demandSameOrigin(request)
    const auth = await findSession(request)
    if (auth) {
      await signOut(services, auth.orgId, auth.keyId)
      app.authenticator.forget(auth.orgId)
    }
    sendSessionCookie(request, reply)
    return ok({}, 'Signed out')
  })

  app.post('/session/links', link, async ({ auth }) => {
    refuseLongLine(auth)
    const { code, expiresAt } = await makeSignInCode(services, auth)
    return ok({ url: `${app.publicUrl()}/claim#${code}`, expiresAt }, 'Link made')
  })
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

type Signed = Pick<Auth, 'orgId' | 'keyId' | 'scopes' | 'isTest' | 'isOwn' | 'expiresAt' | 'endsAt'>

function toSigned({ rightsEndAt, expiresAt, ...found }: FoundToken): Signed {
  return { ...found, expiresAt: rightsEndAt, endsAt: expiresAt }
}

async function describe({ db }: Services, signed: Signed): Promise<SignedIn> {
  const { orgId, keyId, scopes, isTest, isOwn, endsAt, expiresAt: keysEndAt } = signed
  const { name } = await getOrganization(db, orgId)
  const mayRenew = isOwn && keysEndAt === null && scopes.includes('admin')
  const rights = { scopes: [...scopes], isTest, expiresAt: endsAt, mayRenewToken: mayRenew, keysEndAt }
  return { sessionId: keyId, orgId, organization: name, ...rights }
}
