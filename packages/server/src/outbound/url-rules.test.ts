import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aPolicy } from '../../testing/outbound/outside-world.ts'
import { findAddressRefusal } from './policy.ts'
import { findUrlRefusal, readOutboundUrl } from './url-rules.ts'

function isAllowed(env: Record<string, string>, url: string): boolean {
  return findUrlRefusal(aPolicy(env), url) === undefined
}

test('what is read is the URL as it is fetched', () => {
  const policy = aPolicy()
  assert.equal(
    readOutboundUrl(policy, ' HTTPS://CDN.Example.com:443/a b?c ').href,
    'https://cdn.example.com/a%20b?c',
  )
  const refusal = findUrlRefusal(policy, 'http://10.0.0.1/')?.facts
  assert.deepEqual([refusal?.problem, refusal?.refusal], ['refused', '10.0.0.1 is not public'])
  assert.throws(() => readOutboundUrl(policy, 'http://10.0.0.1/'), { code: 'URL_NOT_ALLOWED' })
})

test('public hosts are reached on web ports only, others by setting', () => {
  for (const url of [
    'http://a.example.com/',
    'https://a.example.com/',
    'http://a.example.com:8080/',
    'https://93.184.216.34:8443/',
  ])
    assert.equal(isAllowed({}, url), true, url)
  for (const url of ['http://a.example.com:81/', 'https://93.184.216.34:9000/'])
    assert.equal(isAllowed({}, url), false, url)
  assert.equal(isAllowed({ SONGREEL_FETCH_PORTS: '9000' }, 'https://a.example.com:9000/'), true)
  assert.equal(isAllowed({ SONGREEL_FETCH_PORTS: '9000' }, 'https://a.example.com/'), false)
})

test('loopback is allowed by itself only while the service is reached by nobody else', () => {
  const urls = [
    'http://127.0.0.1:5000/',
    'http://localhost:5000/',
    'http://a.localhost/',
    'http://[::1]:5000/',
    'http://2130706433/',
  ]
  for (const url of urls) {
    assert.equal(isAllowed({ SONGREEL_HOST: '127.0.0.1' }, url), true, url)
    assert.equal(isAllowed({ SONGREEL_HOST: '::1' }, url), true, url)
    assert.equal(isAllowed({ SONGREEL_HOST: 'localhost' }, url), true, url)
    assert.equal(isAllowed({ SONGREEL_HOST: '127.0.0.1', NODE_ENV: 'production' }, url), false, url)
    assert.equal(isAllowed({ SONGREEL_HOST: '0.0.0.0' }, url), false, url)
    assert.equal(isAllowed({ SONGREEL_HOST: '10.0.0.5' }, url), false, url)
  }
  for (const url of [
    'http://10.0.0.1/',
    'http://0.0.0.0:5000/',
    'http://169.254.169.254/',
    'http://redis:6379/',
  ])
    assert.equal(isAllowed({ SONGREEL_HOST: '127.0.0.1' }, url), false, url)
})

test('hosts and ranges of the operator are allowed on every port, and nothing beside them', () => {
  const env = { SONGREEL_ALLOW_PRIVATE_HOSTS: 'MinIO, files.corp, *.cluster.local, 10.1.0.0/16, fd00::7' }
  const allowed = [
    'minio:9000',
    'files.corp',
    'FILES.corp.:81',
    'a.b.cluster.local',
    '10.1.2.3:9',
    '[fd00::7]:81',
    '[::ffff:10.1.2.3]',
  ]
  for (const host of allowed) assert.equal(isAllowed(env, `http://${host}/`), true, host)
  const refused = [
    'minio2',
    'a.files.corp',
    'cluster.local',
    'xcluster.local',
    '10.2.0.1',
    '[fd00::8]',
    'localhost',
    '127.0.0.1',
  ]
  for (const host of refused) assert.equal(isAllowed(env, `http://${host}/`), false, host)
  assert.equal(isAllowed(env, 'http://user@minio:9000/'), false)
  assert.equal(isAllowed(env, 'ftp://minio:9000/'), false)
})

test('an allowed name opens private addresses; a forbidden one takes an entry of its own', () => {
  const policy = aPolicy({ SONGREEL_ALLOW_PRIVATE_HOSTS: 'files.corp,169.254.9.9' })
  const faultOf = (host: string, address: string) => findAddressRefusal(policy, { host, address, port: 9000 })
  assert.equal(faultOf('files.corp', '10.0.0.1'), undefined)
  assert.equal(faultOf('files.corp', '93.184.216.34'), undefined)
  assert.equal(faultOf('files.corp', '169.254.169.254'), '169.254.169.254 is not public')
  assert.equal(faultOf('other.example.com', '10.0.0.1'), '10.0.0.1 is not public')
  assert.equal(faultOf('other.example.com', '169.254.9.9'), undefined)
  assert.equal(faultOf('other.example.com', '93.184.216.34'), 'port 9000 is not among the allowed ones')
})

test('a name on an odd port is left to the connector where an exception could apply', () => {
  assert.equal(isAllowed({ SONGREEL_ALLOW_PRIVATE_HOSTS: '10.0.0.0/8' }, 'http://a.example.com:9000/'), true)
  assert.equal(isAllowed({ SONGREEL_ALLOW_PRIVATE_HOSTS: 'files.corp' }, 'http://a.example.com:9000/'), false)
})

test('the policy takes its limits from the settings', () => {
  const { limits, ports } = aPolicy({ SONGREEL_FETCH_IDLE_SECS: '3', SONGREEL_FETCH_REDIRECTS: '1' })
  assert.deepEqual(limits, { redirects: 1, connectMs: 10_000, idleMs: 3000, totalMs: 600_000 })
  assert.deepEqual(ports, [80, 443, 8080, 8443])
})
