import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sendRaw } from '../../../testing/raw-request.ts'
import { ADMIN_TOKEN, startService } from '../../../testing/start-service.ts'
import { makeToken } from '../../tokens/token.ts'

const lines: string[] = []
const service = await startService(
  { after },
  { onLog: (line) => lines.push(line), config: { rateLimit: 5000 } },
)

function linesOf(requestId: string | null): Record<string, unknown>[] {
  return lines.map((line) => JSON.parse(line)).filter((line) => line.requestId === requestId)
}

test('an answer is one line of facts', async () => {
  const { headers } = await service.api('GET', `/v1/organizations/${service.orgId}?page=2`)
  const [line, ...more] = linesOf(headers.get('x-request-id'))

  assert.equal(more.length, 0)
  assert.deepEqual(
    { method: line?.method, route: line?.route, status: line?.status, orgId: line?.orgId, msg: line?.msg },
    { method: 'GET', route: '/v1/organizations/:orgId', status: 200, orgId: service.orgId, msg: 'request' },
  )
  assert.equal(typeof line?.tookMs, 'number')
})

test('a request that Node refuses is a line too', async () => {
  const answer = await sendRaw(service.url, 'nonsense\r\n\r\n')
  const [line] = linesOf(answer?.headers.get('x-request-id') ?? null)

  assert.deepEqual([line?.status, line?.code], [400, 'BAD_REQUEST'])
})

test('no token, header or query is ever written, whatever happens', async () => {
  const canary = 'cAnArYvAlUe'
  const unknown = makeToken()
  const secrets = [canary, service.token, ADMIN_TOKEN, unknown]

  const paths = ['/v1/limits', '/v1/organizations/me', '/v1/api-keys', '/nowhere', '/v1/organizations/%ff']
  for (const path of paths) {
    for (const token of [service.token, ADMIN_TOKEN, unknown, canary, undefined]) {
      const api = service.apiAs(token)
      await api('GET', `${path}?signature=${canary}&token=${unknown}`, undefined, {
        'X-Api-Key': canary,
        Cookie: canary,
      })
      await api(
        'POST',
        path,
        { name: canary, scopes: canary, password: canary },
        { 'Idempotency-Key': canary },
      )
      await api('PUT', path, `{"name": "${canary}`)
    }
  }
  await sendRaw(service.url, `GET /${canary} HTTP/1.1\r\nAuthorization: ${canary}\r\n\r\n`)
  await sendRaw(service.url, `${canary}\r\n\r\n`)
  const { body: rotated } = await service.api('POST', '/v1/organizations/me/auth-token/rotate', {
    graceSecs: 60,
  })
  // The old token runs out now, and such a token makes no key that does not.
  const owner = service.apiAs(rotated.data.authToken)
  const { body: created } = await owner('POST', '/v1/api-keys', { name: 'robot', scopes: ['read'] })
  secrets.push(rotated.data.authToken, created.data.token)
  await service.apiAs(created.data.token)('DELETE', '/v1/limits')

  const text = lines.join('')
  assert.ok(lines.length > 60)
  for (const secret of secrets) assert.ok(!text.includes(secret), `${secret.slice(0, 8)}… was logged`)
  assert.doesNotMatch(text, /signature=|authorization|"err":\{\}/i)
})
