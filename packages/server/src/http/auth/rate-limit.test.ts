import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ADMIN_TOKEN, startService } from '../../../testing/start-service.ts'
import { makeToken } from '../../tokens/token.ts'
import { toNetwork } from '../request/network.ts'
import { createCounters } from './rate-limit.ts'

test('every answer tells how much is left, and the one above the limit when to come back', async (t) => {
  const { api } = await startService(t, { config: { rateLimit: 3 } })

  const remaining = []
  for (let count = 0; count < 3; count++) {
    const { status, headers } = await api('GET', '/v1/limits')
    assert.equal(status, 200)
    assert.equal(headers.get('ratelimit-limit'), '3')
    assert.equal(headers.get('ratelimit-policy'), '3;w=60')
    assert.ok(Number(headers.get('ratelimit-reset')) <= 60)
    remaining.push(headers.get('ratelimit-remaining'))
  }
  const refused = await api('GET', '/v1/limits')

  assert.deepEqual(remaining, ['2', '1', '0'])
  assert.equal(refused.status, 429)
  assert.equal(refused.body.error.code, 'RATE_LIMITED')
  assert.equal(refused.headers.get('ratelimit-remaining'), '0')
  assert.match(refused.headers.get('retry-after') ?? '', /^([1-9]|[1-5][0-9]|60)$/)
})

test('tokens are counted apart, and what needs no token is not counted', async (t) => {
  const service = await startService(t, { config: { rateLimit: 2 } })
  const other = await service.addOrganization()
  for (let count = 0; count < 3; count++) await service.api('GET', '/v1/limits')

  assert.equal((await service.api('GET', '/v1/limits')).status, 429)
  assert.equal((await other.api('GET', '/v1/limits')).status, 200)
  assert.equal((await service.api('GET', '/livez')).headers.get('ratelimit-limit'), null)
})

test('a limit of 0 is none', async (t) => {
  const { api } = await startService(t, { config: { rateLimit: 0 } })
  assert.equal((await api('GET', '/v1/limits')).headers.get('ratelimit-limit'), null)
})

test('whoever guesses tokens is slowed, a token that works here is not', async (t) => {
  const service = await startService(t, { config: { rateLimit: 1000 } })
  assert.equal((await service.api('GET', '/v1/limits')).status, 200)

  const statuses: number[] = []
  for (let guess = 0; guess < 40; guess++) {
    statuses.push((await service.apiAs(makeToken())('GET', '/v1/limits')).status)
  }

  assert.deepEqual(new Set(statuses.slice(0, 30)), new Set([401]))
  assert.deepEqual(new Set(statuses.slice(30)), new Set([429]))
  assert.equal((await service.api('GET', '/v1/limits')).status, 200)
  assert.equal((await service.apiAs(undefined)('GET', '/v1/limits')).status, 401, 'no token is no guess')
})

test('a right token passes from an address that guesses, even one that nobody has shown here before', async (t) => {
  const service = await startService(t, { config: { rateLimit: 1000 } })
  const wrong = () => service.apiAs(makeToken())('GET', '/v1/limits')
  for (let guess = 0; guess < 40; guess++) await wrong()
  const other = await service.addOrganization()

  const [right, ...guesses] = await Promise.all([
    other.api('GET', '/v1/limits'),
    ...Array.from({ length: 20 }, wrong),
  ])

  assert.equal(right?.status, 200)
  assert.deepEqual(new Set(guesses.map(({ status }) => status)), new Set([429]))
  assert.match(guesses[0]?.headers.get('retry-after') ?? '', /^([1-9]|[1-5][0-9]|60)$/)
  assert.equal((await service.apiAs(ADMIN_TOKEN)('GET', '/v1/limits')).status, 403, 'the operator is let in')
})

test('all IPv6 addresses of one network count as one, and IPv4 in the clothes of IPv6 as itself', () => {
  assert.equal(toNetwork('2001:db8:1:2:3::4'), toNetwork('2001:db8:1:2:ffff:1:2:3'))
  assert.notEqual(toNetwork('2001:db8:1:2::1'), toNetwork('2001:db8:1:3::1'))
  assert.equal(toNetwork('fe80::1%eth0'), 'fe80::')
  assert.equal(toNetwork('::ffff:203.0.113.7'), '203.0.113.7')
  assert.equal(toNetwork('203.0.113.7'), '203.0.113.7')
})

test('an address that a proxy tells counts only where that proxy is trusted', async (t) => {
  for (const trustProxy of [[], ['127.0.0.1']]) {
    const service = await startService(t, { config: { rateLimit: 1000, trustProxy } })
    const guess = (from: string) =>
      service.apiAs(makeToken())('GET', '/v1/limits', undefined, { 'X-Forwarded-For': from })
    for (let count = 0; count < 30; count++) await guess('203.0.113.7')

    assert.equal((await guess('203.0.113.7')).status, 429)
    assert.equal((await guess('203.0.113.8')).status, trustProxy.length > 0 ? 401 : 429)
  }
})

test('a window ends after its time, and old ones make room', () => {
  const counters = createCounters(1000)

  assert.equal(counters.count('a', 0).count, 1)
  assert.equal(counters.count('a', 999).count, 2)
  assert.equal(counters.find('a', 1000), undefined)
  assert.equal(counters.count('a', 1000).count, 1)
})
