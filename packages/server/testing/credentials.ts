import assert from 'node:assert/strict'
import type { Scope } from '@songreel/contract'
import { issueOwnerToken } from '../src/tokens/issue-owner-token.ts'
import { makeToken } from '../src/tokens/token.ts'
import type { Api, ApiResponse, TestService } from './start-service.ts'

const OURS = { 'Sec-Fetch-Site': 'same-origin' }
export const ROTATE = '/v1/organizations/me/auth-token/rotate'

/** Something that opens an organization, as tests hold it. */
export type Credential = {
  what: string
  call: Api
  /** The token, where it is one. */
  token?: string
  keyId: string
  scopes: Scope[]
  isTest: boolean
  /** When it ends by itself; null for never. */
  endsAt: string | null
}

/** An organization of its own for each case, with the token that is in force whatever happens to the others. */
export type Home = { orgId: string; owner: Credential }

type Rights = { scopes: Scope[]; isTest?: boolean; expiresAt?: string }

/** Makes credentials of every kind, by the calls that people and programs use. */
export function createCredentials({ url, services, apiAs, addOrganization }: TestService) {
  const nobody = apiAs(undefined)

  async function openHome({ isTest = false } = {}): Promise<Home> {
    const { orgId, token: live } = await addOrganization()
    const token = isTest ? makeToken({ isTest }) : live
    if (isTest) {
      await services.db.deleteFrom('tokens').where('org_id', '=', orgId).execute()
      await issueOwnerToken(services.db, services.hashToken, orgId, token)
    }
    const { key_id: keyId } = await services.db
      .selectFrom('tokens')
      .select('key_id')
      .where('org_id', '=', orgId)
      .executeTakeFirstOrThrow()
    const facts = { keyId, scopes: ['read', 'write', 'admin'] as Scope[], isTest, endsAt: null }
    return { orgId, owner: { what: 'authToken', call: apiAs(token), token, ...facts } }
  }

  async function createKey(maker: Credential, { scopes, isTest, expiresAt }: Rights): Promise<Credential> {
    const made = await maker.call('POST', '/v1/api-keys', { name: 'a key', scopes, isTest, expiresAt })
    assert.equal(made.status, 201, `${maker.what}: ${made.body.message}`)
    return readKey(made, `key of ${maker.what}`)
  }

  function readKey({ body: { data } }: ApiResponse, what: string): Credential {
    const { token, keyId, scopes, isTest, expiresAt: endsAt } = data
    return { what, call: apiAs(token), token, keyId, scopes, isTest, endsAt }
  }

  /** The response of signing in, and the calls of that browser. */
  async function trySignIn(body: { token: string } | { code: string }) {
    const response = await nobody('POST', '/session', body, OURS)
    const Cookie = (response.headers.get('set-cookie') ?? '').split(';', 1)[0] ?? ''
    const call: Api = (method, path, json, headers = {}) =>
      nobody(method, path, json, { Cookie, ...OURS, ...headers })
    return { ...response, Cookie, call }
  }

  async function signIn(body: { token: string } | { code: string }, what: string): Promise<Credential> {
    const { status, call, body: answer } = await trySignIn(body)
    assert.equal(status, 200, `${what}: ${answer.message}`)
    const { sessionId: keyId, scopes, isTest, expiresAt: endsAt } = answer.data
    return { what, call, keyId, scopes, isTest, endsAt }
  }

  async function makeLink(maker: Credential): Promise<string> {
    const { status, body } = await maker.call('POST', '/session/links')
    assert.equal(status, 200, `${maker.what}: ${body.message}`)
    return body.data.url.split('#')[1]
  }

  async function makeInvitation(maker: Credential, scopes: Scope[]): Promise<string> {
    const { status, body } = await maker.call('POST', '/session/invitations', { name: 'Tom', scopes })
    assert.equal(status, 201, `${maker.what}: ${body.message}`)
    return body.data.url.split('#')[1]
  }

  return {
    url,
    nobody,
    openHome,
    createKey,
    readKey,
    trySignIn,
    makeLink,
    makeInvitation,
    signInByToken: (maker: Credential) =>
      signIn({ token: maker.token as string }, `session of ${maker.what}`),
    signInByLink: async (maker: Credential) =>
      signIn({ code: await makeLink(maker) }, `session by link of ${maker.what}`),
    signInInvited: async (maker: Credential, scopes: Scope[]) =>
      signIn({ code: await makeInvitation(maker, scopes) }, `invited ${scopes} of ${maker.what}`),
  }
}
