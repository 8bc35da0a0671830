import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Scope } from '@songreel/contract'
import { type Credential, createCredentials, type Home, ROTATE } from '../../testing/credentials.ts'
import { ADMIN_TOKEN, startService } from '../../testing/start-service.ts'

// Every kind of credential, and from each every way to another one. What is expected is said by the kinds themselves
// (`isOwn`, `keysEndAt`), not read from the service. Here it is a choice of them; credential-ways.slow.test.ts takes all.

const service = await startService({ after })
const { app, services, apiAs } = service
const make = createCredentials(service)
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const QUOTA = '/v1/organizations/me/quota'
const OWN: Scope[] = ['read', 'write', 'admin']

type Held = {
  home: Home
  it: Credential
  /** The token that everything in this case comes from. */
  root: Credential
  /** Whether it stands for the organization itself. */
  isOwn: boolean
  /** When keys made with it must end at the latest. */
  keysEndAt: string | null
}
type Kind = { name: string; isAdmin: boolean; open(): Promise<Held> }

const hold = (home: Home, root: Credential, isOwn: boolean): Held => {
  return { home, it: root, root, isOwn, keysEndAt: root.endsAt }
}

const OWNERS: Kind[] = [
  {
    name: 'authToken',
    isAdmin: true,
    open: async () => {
      const home = await make.openHome()
      return hold(home, home.owner, true)
    },
  },
  {
    name: 'test authToken',
    isAdmin: true,
    open: async () => {
      const home = await make.openHome({ isTest: true })
      return hold(home, home.owner, true)
    },
  },
  {
    name: 'authToken in its grace',
    isAdmin: true,
    open: async () => {
      const home = await make.openHome()
      const { status, body } = await home.owner.call('POST', ROTATE, { graceSecs: 7200 })
      assert.equal(status, 200, body.message)
      const { expires_at: endsAt } = await services.db
        .selectFrom('tokens')
        .select('expires_at')
        .where('key_id', '=', home.owner.keyId)
        .executeTakeFirstOrThrow()
      const before = { ...home.owner, endsAt }
      return hold({ ...home, owner: { ...home.owner, call: apiAs(body.data.authToken) } }, before, true)
    },
  },
]

const KEYS: Kind[] = [['read'], ['write'], ['read', 'write'], ['admin']].flatMap((scopes) =>
  [false, true].flatMap((isTest) =>
    [undefined, inHours(2)].map((expiresAt) => ({
      name: `${isTest ? 'test ' : ''}key for ${scopes.join(' and ')}${expiresAt ? ' that ends' : ''}`,
      isAdmin: scopes.includes('admin'),
      open: async () => {
        const home = await make.openHome()
        const rights = { scopes: scopes as Scope[], isTest, expiresAt }
        return hold(home, await make.createKey(home.owner, rights), false)
      },
    })),
  ),
)

/** What comes of each of these kinds by one more step. */
function step(kinds: Kind[], name: string, take: (from: Held) => Promise<Held>, isAdmin?: boolean): Kind[] {
  return kinds.map((kind) => ({
    name: `${name} ${kind.name}`,
    isAdmin: isAdmin ?? kind.isAdmin,
    open: async () => take(await kind.open()),
  }))
}

const TOKENS = [...OWNERS, ...KEYS]
const byToken = async (from: Held) => ({ ...from, it: await make.signInByToken(from.it) })
const byLink = async (from: Held) => ({ ...from, it: await make.signInByLink(from.it) })
const invited = (scopes: Scope[]) => async (from: Held) => {
  const it = await make.signInInvited(from.it, scopes)
  return { ...from, it, isOwn: false, keysEndAt: it.endsAt }
}
const byKey = async (from: Held) => {
  const { isTest } = from.it
  const it = await make.createKey(from.it, { scopes: OWN, isTest, expiresAt: from.keysEndAt ?? undefined })
  return { ...from, it, isOwn: false, keysEndAt: it.endsAt }
}

const admins = (kinds: Kind[]) => kinds.filter(({ isAdmin }) => isAdmin)
const LINKED = step(admins(TOKENS), 'session by a link of the', byLink)
const ALL: Kind[] = [
  ...TOKENS,
  ...step(TOKENS, 'session of the', byToken),
  ...LINKED,
  ...step(LINKED, 'session by a link of the', byLink),
  ...step(admins(KEYS), 'key of the', byKey),
  ...step(admins(TOKENS), 'reader invited by the', invited(['read']), false),
  ...step(admins(TOKENS), 'maker invited by the', invited(['read', 'write']), false),
  ...step(admins(TOKENS), 'owner invited by the', invited(OWN), true),
]

/** With one in seven, every step is taken from some kind. */
const CHOSEN = process.env.SONGREEL_ALL_CREDENTIALS ? ALL : ALL.filter((_, index) => index % 7 === 0)

for (const { name, open } of CHOSEN) {
  test(`sessions from the ${name} have no more rights or life, and end with it`, async () => {
    const { home, it, root } = await open()
    const { made, codes } = await makeSessions(it)
    for (const each of made) assertNoMore(each, it)
    for (const each of [it, ...made]) await assertActs(each, true)
    await end(home, root)
    for (const each of [it, ...made]) await assertActs(each, false)
    for (const code of codes) assert.equal((await make.trySignIn({ code })).status, 401, 'an unused link')
  })

  test(`sessions from the ${name} end when its time runs out`, async () => {
    const { home, it, root } = await open()
    const { made, codes } = await makeSessions(it)
    await expire(home, root)
    for (const each of [it, ...made]) await assertActs(each, false)
    for (const code of codes) assert.equal((await make.trySignIn({ code })).status, 401, 'an unused link')
  })

  test(`keys from the ${name} have no more rights or life, and end with it unless the organization gave them`, async () => {
    const { home, it, root, isOwn, keysEndAt } = await open()
    const isAdmin = may(it, 'admin')
    const create = (more: object) => it.call('POST', '/v1/api-keys', { name: 'x', scopes: OWN, ...more })

    const isWide = isAdmin && !it.isTest && keysEndAt === null
    const wide = await create({})
    assert.equal(wide.status, isWide ? 201 : 403, wide.body.message)
    if (keysEndAt)
      assert.equal((await create({ isTest: it.isTest, expiresAt: inHours(24 * 40) })).status, 403, 'longer')
    const fitting = await create({ isTest: it.isTest, expiresAt: keysEndAt ?? undefined })
    assert.equal(fitting.status, isAdmin ? 201 : 403, fitting.body.message)
    if (!isAdmin) return

    const key = make.readKey(fitting, `key of ${it.what}`)
    assertNoMore(key, { ...it, endsAt: keysEndAt })
    await assertActs(key, true)
    await end(home, root)
    await assertActs(key, isOwn && keysEndAt === null)
  })

  test(`the authToken, the webhook secret and other organizations are out of reach for the ${name} as they should be`, async () => {
    const { home, it, root, isOwn, keysEndAt } = await open()
    const isAdmin = may(it, 'admin')
    for (const [method, body] of [
      ['GET'],
      ...(isAdmin ? [['PUT', { name: 'New name' }] as const] : []),
    ] as const) {
      const { body: shown } = await it.call(method, '/v1/organizations/me', body)
      if (!may(it, 'read')) continue
      const isTheOwner = it.token !== undefined && it.keyId === root.keyId && isOwn
      if (isTheOwner) assert.equal(shown.data.authToken, it.token)
      else assert.match(shown.data.authToken, /^.{1,12}…$/)
    }
    assert.equal((await it.call('GET', '/v1/webhooks/secret')).status, isAdmin ? 200 : 403)
    const lasts = isAdmin && keysEndAt === null
    const secret = await it.call('POST', '/v1/webhooks/secret/rotate', {})
    assert.equal(secret.status, lasts && (isOwn || !it.isTest) ? 200 : 403, secret.body.message)
    assert.equal((await it.call('POST', '/v1/organizations', { name: 'x' })).status, 403)
    for (const path of ['/v1/usage', '/v1/usage?format=csv', QUOTA, QUOTA.replace('me', home.orgId)])
      assert.equal((await it.call('GET', path)).status, may(it, 'read') ? 200 : 403, path)
    for (const method of ['PUT', 'PATCH'])
      for (const orgId of ['me', home.orgId])
        assert.equal(
          (await it.call(method, QUOTA.replace('me', orgId), { videos: null })).status,
          403,
          method,
        )
    const rotated = await it.call('POST', ROTATE, { graceSecs: 60 })
    assert.equal(rotated.status, lasts && isOwn ? 200 : 403, rotated.body.message)
    if (rotated.status !== 200) return
    const { authToken } = rotated.body.data
    assert.equal(authToken.startsWith('srl_test_'), it.isTest)
  })
}

test('a code, a session and a token open nothing in the place of another', async () => {
  const { home, it } = await (OWNERS[0] as Kind).open()
  const code = await make.makeLink(it)
  const invitation = await make.makeInvitation(it, OWN)
  const { Cookie } = await make.trySignIn({ code: await make.makeLink(it) })
  const [cookie = '', secret = ''] = Cookie.split('=')
  for (const one of [code, invitation, secret]) {
    assert.equal((await apiAs(one)('GET', '/v1/limits')).status, 401, 'as a token')
    assert.equal((await make.trySignIn({ token: one })).status, 401, 'signing in as a token')
  }
  for (const one of [code, invitation, home.owner.token, ADMIN_TOKEN])
    assert.equal(
      (await make.nobody('GET', '/v1/limits', undefined, { Cookie: `${cookie}=${one}` })).status,
      401,
    )
  for (const one of [secret, home.owner.token as string, ADMIN_TOKEN])
    assert.equal((await make.trySignIn({ code: one })).status, 401, 'signing in as a code')
  assert.equal((await make.trySignIn({ token: ADMIN_TOKEN })).status, 401)
})

test("the operator's token makes organizations, renews their tokens and limits them, and opens nothing else", async () => {
  const operator = apiAs(ADMIN_TOKEN)
  const { orgId } = await make.openHome()
  assert.equal((await operator('POST', '/v1/organizations', { name: 'x' })).status, 201)
  assert.equal((await operator('POST', ROTATE.replace('me', orgId), {})).status, 200)
  const quota = QUOTA.replace('me', orgId)
  for (const method of ['PUT', 'PATCH'])
    assert.equal((await operator(method, quota, { videos: 5 })).status, 200, method)
  assert.equal((await operator('GET', quota)).body.data.videos.limit, 5)
  assert.equal((await operator('GET', QUOTA)).status, 404, 'there is none of its own')
  assert.equal((await operator('GET', '/v1/usage')).status, 403)
  for (const method of ['GET', 'PUT', 'PATCH'])
    assert.equal((await make.nobody(method, quota, method === 'GET' ? undefined : {})).status, 401, method)
  assert.equal((await make.nobody('GET', '/v1/usage')).status, 401)
  for (const [path, body] of [
    ['/v1/api-keys', { name: 'x', scopes: ['read'] }],
    ['/session/links', undefined],
    ['/session/invitations', { name: 'x', scopes: ['read'] }],
    ['/v1/webhooks/secret/rotate', {}],
  ] as const)
    assert.equal((await operator('POST', path, body)).status, 403, path)
})

/** key, a browser by its link, another by that one's link, a colleague invited from there, and keys of both. */
async function openChain() {
  const home = await make.openHome()
  const root = await make.createKey(home.owner, { scopes: OWN })
  const first = await make.signInByLink(root)
  const second = await make.signInByLink(first)
  const guest = await make.signInInvited(second, OWN)
  const keyOfSecond = await make.createKey(second, { scopes: OWN })
  const keyOfGuest = await make.createKey(guest, { scopes: OWN, expiresAt: guest.endsAt ?? undefined })
  const all = { root, first, second, guest, keyOfSecond, keyOfGuest }
  return { home, all }
}

const CHAIN_ENDS = {
  root: ['root', 'first', 'second', 'guest', 'keyOfSecond', 'keyOfGuest'],
  // A key made in a browser is its token's: signing out must not stop a program.
  first: ['first', 'second', 'guest', 'keyOfGuest'],
  second: ['second', 'guest', 'keyOfGuest'],
  guest: ['guest', 'keyOfGuest'],
  keyOfSecond: ['keyOfSecond'],
  keyOfGuest: ['keyOfGuest'],
}

for (const [ended, gone] of Object.entries(CHAIN_ENDS))
  test(`of a chain, the end of ${ended} ends ${gone.join(', ')} and nothing else`, async () => {
    const { home, all } = await openChain()
    await end(home, all[ended as keyof typeof all])
    for (const [name, each] of Object.entries(all)) await assertActs(each, !gone.includes(name))
    const sessions = (await home.owner.call('GET', '/session/all')).body.data.items
    const keys = (await home.owner.call('GET', '/v1/api-keys')).body.data.items
    const shown = [...sessions, ...keys].map(({ sessionId, keyId }) => sessionId ?? keyId)
    const alive = Object.entries(all).flatMap(([name, { keyId }]) => (gone.includes(name) ? [] : [keyId]))
    assert.deepEqual(shown.sort(), alive.sort(), 'the lists show what is in force')
  })

test('whoever signs out leaves those invited, who still end with the token above', async () => {
  const { home, all } = await openChain()
  const waiting = await make.makeInvitation(all.second, ['read'])
  const forgotten = await make.makeLink(all.second)
  assert.equal((await all.second.call('DELETE', '/session')).status, 200)
  await assertActs(all.second, false)
  await assertActs(all.guest, true)
  assert.equal((await make.trySignIn({ code: forgotten })).status, 401, 'a link for oneself')
  assert.equal((await make.trySignIn({ code: waiting })).status, 200)
  await end(home, all.root)
  await assertActs(all.guest, false)
  await assertActs(all.keyOfGuest, false)
})

test('signing out everywhere ends all sessions and open links, with or without the one that asks', async () => {
  const { all } = await openChain()
  const code = await make.makeInvitation(all.root, ['read'])
  const others = await all.second.call('DELETE', '/session/all?keep=current')
  assert.deepEqual([others.status, others.body.data], [200, { ended: 2 }])
  for (const each of [all.first, all.guest, all.keyOfGuest]) await assertActs(each, false)
  for (const each of [all.second, all.root, all.keyOfSecond]) await assertActs(each, true)
  assert.equal((await make.trySignIn({ code })).status, 401)
  assert.equal((await all.second.call('DELETE', '/session/all')).body.data.ended, 1)
  await assertActs(all.second, false)
  await assertActs(all.root, true)
})

test('a key made by an authToken in its grace ends with it, even if that comes earlier than planned', async () => {
  const { home, it, keysEndAt } = await (OWNERS[2] as Kind).open()
  const key = await make.createKey(it, { scopes: ['read'], expiresAt: keysEndAt ?? undefined })
  assert.equal((await home.owner.call('POST', ROTATE, { graceSecs: 0 })).status, 200)
  await assertActs(key, false)
})

test('a line of tokens stays short enough to be asked', async () => {
  let { it } = await (OWNERS[0] as Kind).open()
  for (let made = 1; made < 8; made++) it = await make.signInByLink(it)
  for (const path of ['/session/links', '/session/invitations'])
    assert.equal((await it.call('POST', path, { name: 'x', scopes: ['read'] })).status, 403, path)
  assert.equal((await it.call('GET', '/v1/limits')).status, 200)
})

async function makeSessions(it: Credential): Promise<{ made: Credential[]; codes: string[] }> {
  const made = it.token ? [await make.signInByToken(it)] : []
  if (may(it, 'admin')) {
    const linked = await make.signInByLink(it)
    made.push(linked, await make.signInByLink(linked), await make.signInInvited(it, OWN))
    return { made, codes: [await make.makeLink(it), await make.makeInvitation(it, OWN)] }
  }
  const invitation = { name: 'Tom', scopes: ['read'] }
  for (const path of ['/session/links', '/session/invitations'])
    assert.equal((await it.call('POST', path, invitation)).status, 403, path)
  return { made, codes: [] }
}

function may(it: Credential, scope: Scope): boolean {
  return it.scopes.includes(scope) || it.scopes.includes('admin')
}

/** Nothing that was made may do more than its maker, or last longer. */
function assertNoMore(made: Credential, maker: Credential): void {
  for (const scope of made.scopes) assert.ok(may(maker, scope), `${made.what} has ${scope}`)
  assert.ok(made.isTest || !maker.isTest, `${made.what} is live, and its maker for tests`)
  if (maker.endsAt === null) return
  assert.ok(made.endsAt !== null, `${made.what} does not end, and its maker at ${maker.endsAt}`)
  assert.ok(Date.parse(made.endsAt) <= Date.parse(maker.endsAt) + 1000, `${made.what} ends ${made.endsAt}`)
}

/** What it says it may do is what it may do; once it has ended, nothing. */
async function assertActs(it: Credential, isAlive: boolean): Promise<void> {
  const calls: [Scope, string, string, object?][] = [
    ['read', 'GET', '/v1/limits'],
    ['write', 'POST', '/v1/artists', { name: 'Odalys Wren' }],
    ['admin', 'GET', '/v1/api-keys'],
  ]
  for (const [scope, method, path, body] of calls) {
    const { status } = await it.call(method, path, body)
    const expected = !isAlive ? [401] : may(it, scope) ? [200, 201] : [403]
    assert.ok(expected.includes(status), `${it.what}: ${method} ${path} is ${status}, not ${expected}`)
  }
}

/** Ends a credential as people do: a key or a session is revoked, an authToken rotated away at once. */
async function end(home: Home, it: Credential): Promise<void> {
  if (it.keyId === home.owner.keyId) {
    const path = ROTATE.replace('me', home.orgId)
    const { status, body } = await apiAs(ADMIN_TOKEN)('POST', path, { graceSecs: 0 })
    assert.equal(status, 200, body.message)
    return
  }
  const path = it.token ? `/v1/api-keys/${it.keyId}` : `/session/${it.keyId}`
  const { status, body } = await home.owner.call('DELETE', path)
  assert.equal(status, 200, body.message)
}

/** Lets its time run out. */
async function expire({ orgId }: Home, { keyId }: Credential): Promise<void> {
  const gone = { expires_at: new Date(Date.now() - 1000) }
  await services.db.updateTable('tokens').set(gone).where('key_id', '=', keyId).execute()
  app.authenticator.forget(orgId)
}
