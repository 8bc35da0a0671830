import { Invitation, InvitationInput, InvitationLink, InvitationPath, successOf } from '@songreel/contract'
import { z } from 'zod'
import { notFound } from '../../errors.ts'
import { listInvitations } from '../../store/sessions.ts'
import { revokeKey } from '../../store/tokens.ts'
import { makeInvitation } from '../../tokens/sessions.ts'
import { refuseLongLine } from '../auth/token-powers.ts'
import { ok } from '../response/envelope.ts'
import type { Routes } from './route.ts'

const config = { scope: 'admin', isPage: true } as const
const create = {
  config,
  schema: { body: InvitationInput, response: { 201: successOf(InvitationLink) } },
} as const
const list = {
  config,
  schema: { response: { 200: successOf(z.object({ items: z.array(Invitation) })) } },
} as const
const revoke = { config, schema: { params: InvitationPath } } as const

/** Letting another person in to the dashboard, by a link that whoever invites passes on. */
export const invitationRoutes: Routes = (app, services) => {
  const { db } = services

  app.post('/session/invitations', create, async ({ auth, body }, reply) => {
    refuseLongLine(auth)
    const scopes = [...new Set(body.scopes)]
    const { keyId, code, expiresAt } = await makeInvitation(services, auth, { name: body.name, scopes })
    const data = { invitationId: keyId, url: `${app.publicUrl()}/claim#${code}`, expiresAt }
    return reply.code(201).send(ok(data, 'Invitation made'))
  })

  app.get('/session/invitations', list, async ({ auth }) => {
    const rows = await listInvitations(db, auth.orgId)
    const items = rows.map(({ keyId: invitationId, ...facts }) => ({ invitationId, ...facts }))
    return ok({ items }, 'Invitations found')
  })

  app.delete('/session/invitations/:invitationId', revoke, async ({ auth, params }) => {
    if (!(await revokeKey(db, auth.orgId, params.invitationId, 'CLAIM')))
      throw notFound('API_KEY_NOT_FOUND', params.invitationId)
    return ok({}, 'Invitation taken back')
  })
}
