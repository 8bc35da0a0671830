import { Session, SessionPatch, SessionPath, SessionsQuery, successOf } from '@songreel/contract'
import { z } from 'zod'
import { notFound } from '../../errors.ts'
import { endAllSessions, listSessions, renameSession, type SessionRow } from '../../store/sessions.ts'
import { revokeKey } from '../../store/tokens.ts'
import type { Auth } from '../auth/authenticator.ts'
import { ok } from '../response/envelope.ts'
import type { Routes } from './route.ts'

const config = { scope: 'admin', isPage: true } as const
const list = {
  config,
  schema: { response: { 200: successOf(z.object({ items: z.array(Session) })) } },
} as const
const rename = { config, schema: { params: SessionPath, body: SessionPatch } } as const
const end = { config, schema: { params: SessionPath } } as const
const endAll = {
  config,
  schema: { querystring: SessionsQuery, response: { 200: successOf(z.object({ ended: z.number() })) } },
} as const

/** The browsers that are signed in to an organization: telling them apart, and ending them. */
export const sessionsRoutes: Routes = (app, { db }) => {
  app.get('/session/all', list, async ({ auth }) => {
    const rows = await listSessions(db, auth.orgId)
    return ok({ items: rows.map((row) => show(row, auth)) }, 'Sessions found')
  })

  app.delete('/session/all', endAll, async ({ auth, query }) => {
    const ended = await endAllSessions(db, auth.orgId, query.keep && auth.keyId)
    app.authenticator.forget(auth.orgId)
    return ok({ ended }, 'Sessions ended')
  })

  app.patch('/session/:sessionId', rename, async ({ auth, params, body }) => {
    if (!(await renameSession(db, auth.orgId, params.sessionId, body.name)))
      throw notFound('API_KEY_NOT_FOUND', params.sessionId)
    return ok({}, 'Session renamed')
  })

  app.delete('/session/:sessionId', end, async ({ auth, params }) => {
    const { sessionId: keyId } = params
    if (!(await revokeKey(db, auth.orgId, keyId, 'SESSION'))) throw notFound('API_KEY_NOT_FOUND', keyId)
    app.authenticator.forget(auth.orgId)
    return ok({}, 'Session ended')
  })
}

function show(row: SessionRow, auth: Auth): Session {
  const { keyId, isInvited, madeWith, madeWithName, ...facts } = row
  const from = isInvited ? 'INVITATION' : nameMaker(madeWith)
  const keyName = madeWith === 'KEY' ? madeWithName : null
  return { sessionId: keyId, from, keyName, ...facts, isCurrent: keyId === auth.keyId }
}

function nameMaker(madeWith: SessionRow['madeWith']): Session['from'] {
  if (madeWith === 'OWNER') return 'TOKEN'
  return madeWith === 'KEY' || madeWith === 'SESSION' ? madeWith : 'TERMINAL'
}
