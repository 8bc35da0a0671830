import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startService } from '../../../testing/start-service.ts'
import { makeTerminalCode } from '../../tokens/sessions.ts'

const { url, api, apiAs, token, orgId, services, addOrganization } = await startService({ after })
const nobody = apiAs(undefined)
const OURS = { 'Sec-Fetch-Site': 'same-origin' }

/** Signs in and returns calls as that browser makes them. */
async function signIn(body: { code: string } | { token: string }) {
  const response = await nobody('POST', '/session', body, OURS)
  const setCookie = response.headers.get('set-cookie') ?? ''
  const Cookie = setCookie.split(';', 1)[0] ?? ''
  const call = (method: string, path: string, json?: unknown, headers: Record<string, string> = OURS) =>
    nobody(method, path, json, { Cookie, ...headers })
  return { ...response, setCookie, Cookie, call }
}

async function claim(ofOrgId = orgId) {
  return signIn(await makeTerminalCode(services, ofOrgId))
}

test('an unclaimed server says so, and a code of its banner signs in once', async () => {
  const before = await nobody('GET', '/session')
  assert.deepEqual([before.body.data.isClaimed, before.body.data.signedIn], [false, null])

  const { code } = await makeTerminalCode(services, orgId)
  const { status, body, setCookie, call } = await signIn({ code })
  assert.equal(status, 200)
  assert.deepEqual(body.data.scopes, ['read', 'write', 'admin'])
  assert.match(setCookie, /^songreel-\d+=\S{32}; Path=\/; HttpOnly; SameSite=Lax; Expires=/)
  assert.equal((await call('GET', '/session')).body.data.signedIn.orgId, orgId)
  assert.equal((await nobody('GET', '/session')).body.data.isClaimed, true)

  const again = await signIn({ code })
  assert.equal(again.status, 401)
  assert.match(again.body.message, /login-link/)
  assert.equal(again.setCookie, '')
})

test('of two browsers with one code, one gets in', async () => {
  const { code } = await makeTerminalCode(services, orgId)
  const both = await Promise.all([signIn({ code }), signIn({ code })])
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 401])
})

test('a code that is too old is refused', async () => {
  const { code } = await makeTerminalCode(services, orgId)
  const hash = services.hashToken(code)
  await services.db
    .updateTable('tokens')
    .set({ expires_at: new Date(0) })
    .where('token_hash', '=', hash)
    .execute()
  assert.equal((await signIn({ code })).status, 401)
})

test('a session reads and writes like a token of its organization, and sees only a hint of the token', async () => {
  const { call } = await claim()
  assert.equal((await call('POST', '/v1/artists', { name: 'Odalys Wren' })).status, 201)
  const { data } = (await call('GET', '/v1/organizations/me')).body
  assert.equal(data.orgId, orgId)
  assert.ok(token.startsWith(data.authToken.slice(0, -1)) && data.authToken.length < token.length / 2)
  assert.equal((await call('POST', '/v1/api-keys', { name: 'ci', scopes: ['read'] })).status, 201)
})

test('a write that another site sends is refused, whatever the browser says of it', async () => {
  const { call } = await claim()
  const write = (headers: Record<string, string>) => call('POST', '/v1/artists', { name: 'x' }, headers)
  const foreign: Record<string, string>[] = [
    {},
    { 'Sec-Fetch-Site': 'cross-site' },
    // Another port of the same host: the cookie goes along.
    { 'Sec-Fetch-Site': 'same-site', Origin: 'http://127.0.0.1:1' },
    { Origin: 'https://evil.example' },
    { Origin: 'null' },
  ]
  for (const headers of foreign) assert.equal((await write(headers)).status, 403, JSON.stringify(headers))
  assert.equal((await write({ Origin: url })).status, 201, 'a browser without Sec-Fetch-Site')

  for (const [method, path] of [
    ['POST', '/session'],
    ['DELETE', '/session'],
  ] as const)
    assert.equal((await call(method, path, method === 'POST' ? { token } : undefined, {})).status, 403, path)
  assert.equal((await call('GET', '/v1/artists')).status, 200, 'still signed in')
})

test('a session is good in a cookie alone, and a token or code is not good in one', async () => {
  const { Cookie } = await claim()
  const [name, secret = ''] = Cookie.split('=')
  const { code } = await makeTerminalCode(services, orgId)
  assert.equal((await apiAs(secret)('GET', '/v1/artists')).status, 401)
  assert.equal((await apiAs(code)('GET', '/v1/artists')).status, 401)
  for (const other of [token, code])
    assert.equal((await nobody('GET', '/v1/artists', undefined, { Cookie: `${name}=${other}` })).status, 401)
})

test('a token signs in for what it may do, and its sessions end with it', async () => {
  const key = (await api('POST', '/v1/api-keys', { name: 'viewer', scopes: ['read'] })).body.data
  const { call, body } = await signIn({ token: key.token })
  assert.deepEqual(body.data.scopes, ['read'])
  assert.equal((await call('GET', '/v1/artists')).status, 200)
  assert.equal((await call('POST', '/v1/artists', { name: 'x' })).status, 403)

  await api('DELETE', `/v1/api-keys/${key.keyId}`)
  assert.equal((await call('GET', '/v1/artists')).status, 401)
  assert.equal((await call('GET', '/session')).body.data.signedIn, null)
})

test('a session of a rotated token cannot renew what outlasts it; one of a claim can', async () => {
  const other = await addOrganization()
  const byToken = await signIn({ token: other.token })
  const byClaim = await claim(other.orgId)
  const rotate = '/v1/organizations/me/auth-token/rotate'
  const rotated = await byClaim.call('POST', rotate, { graceSecs: 3600 })
  assert.equal(rotated.status, 200)
  assert.match(rotated.body.data.authToken, /^srl_live_\w{38}$/)
  assert.equal((await byToken.call('GET', '/v1/artists')).status, 200, 'in its grace')
  assert.equal((await byToken.call('POST', rotate, {})).status, 403)
})

test('signing out ends this session; another can be ended from afar, of the own organization only', async () => {
  const other = await addOrganization()
  const [here, there, stranger] = [await claim(), await claim(), await claim(other.orgId)]
  const sessions = (await here.call('GET', '/session/all')).body.data.items
  const [current] = sessions.filter((each: { isCurrent: boolean }) => each.isCurrent)
  assert.equal(current.sessionId, here.body.data.sessionId)

  const path = `/session/${there.body.data.sessionId}`
  assert.equal((await stranger.call('DELETE', path)).status, 404)
  assert.equal((await there.call('GET', '/v1/artists')).status, 200)
  assert.equal((await here.call('DELETE', path)).status, 200)
  assert.equal((await there.call('GET', '/v1/artists')).status, 401)

  const out = await here.call('DELETE', '/session')
  assert.match(out.headers.get('set-cookie') ?? '', /=; .*Expires=Thu, 01 Jan 1970/)
  assert.equal((await here.call('GET', '/v1/artists')).status, 401)
})

test('a sign-in link is made with the token, and by nobody else', async () => {
  assert.equal((await nobody('POST', '/session/links')).status, 401)
  const { body } = await api('POST', '/session/links')
  const [, code = ''] = body.data.url.split('/claim#')
  assert.equal((await signIn({ code })).status, 200)
})

test('sessions are told apart by browser, address and what they were made with, and can be given a name', async () => {
  const other = await addOrganization()
  const key = (await other.api('POST', '/v1/api-keys', { name: 'viewer', scopes: ['read'] })).body.data
  const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0'
  await nobody('POST', '/session', { token: key.token }, { ...OURS, 'User-Agent': userAgent })
  const here = await claim(other.orgId)
  const read = async () => (await here.call('GET', '/session/all')).body.data.items
  const [mine, viewer] = await read()
  assert.deepEqual(
    [mine.isCurrent, mine.from, mine.name, mine.scopes],
    [true, 'TERMINAL', '', ['read', 'write', 'admin']],
  )
  assert.deepEqual(
    [viewer.isCurrent, viewer.from, viewer.keyName, viewer.browser, viewer.address, viewer.scopes],
    [false, 'KEY', 'viewer', 'Firefox 142 on Linux', '127.0.0.1', ['read']],
  )

  const path = `/session/${viewer.sessionId}`
  assert.equal((await here.call('PATCH', path, { name: '  Screen in the hall ' })).status, 200)
  assert.equal((await read())[1].name, 'Screen in the hall')
  assert.equal((await here.call('PATCH', path, { name: 'x'.repeat(81) })).status, 400)
  assert.equal(
    (await (await claim()).call('PATCH', path, { name: 'x' })).status,
    404,
    'of another organization',
  )
})

test('an invitation is good once and within 7 days, is listed until then, and can be taken back', async () => {
  const other = await addOrganization()
  const here = await claim(other.orgId)
  const invite = (body: object) => here.call('POST', '/session/invitations', body)
  const read = async () => (await here.call('GET', '/session/invitations')).body.data.items
  const made = await invite({ name: 'Tom', scopes: ['read', 'write'] })
  assert.equal(made.status, 201)
  const days = (Date.parse(made.body.data.expiresAt) - Date.now()) / 86_400_000
  assert.ok(days > 6.99 && days <= 7, `${days} days`)
  const [shown] = await read()
  assert.deepEqual(
    [shown.name, shown.scopes, shown.invitationId],
    ['Tom', ['read', 'write'], made.body.data.invitationId],
  )
  assert.ok(!JSON.stringify(shown).includes('c_'), 'the link is not shown again')

  const code = made.body.data.url.split('#')[1]
  const tom = await signIn({ code })
  assert.deepEqual(
    [tom.status, tom.body.data.scopes, tom.body.data.mayRenewToken],
    [200, ['read', 'write'], false],
  )
  assert.equal((await tom.call('POST', '/session/invitations', { name: 'x', scopes: ['read'] })).status, 403)
  assert.deepEqual(await read(), [])
  assert.equal((await here.call('GET', '/session/all')).body.data.items[0].name, 'Tom')

  const { invitationId, url } = (await invite({ name: 'Ann', scopes: ['read'] })).body.data
  const path = `/session/invitations/${invitationId}`
  assert.equal((await (await claim()).call('DELETE', path)).status, 404, 'of another organization')
  assert.equal((await here.call('DELETE', path)).status, 200)
  assert.equal((await signIn({ code: url.split('#')[1] })).status, 401)
  for (const wrong of [
    {},
    { name: 'x' },
    { name: '', scopes: ['read'] },
    { name: 'x', scopes: [] },
    { name: 'x', scopes: ['root'] },
  ])
    assert.equal((await invite(wrong)).status, 400, JSON.stringify(wrong))
})
