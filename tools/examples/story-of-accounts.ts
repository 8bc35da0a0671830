import { ADMIN_TOKEN } from '@songreel/server/testing/start-service.ts'
import { waitFor } from '@songreel/server/testing/wait-for.ts'
import type { Story } from './recorder.ts'

/** The organization and where its events go. */
export async function recordOrganization(story: Story): Promise<void> {
  const { record } = story.recorder
  const path = '/v1/organizations/me'
  const { orgId } = await record({
    method: 'POST',
    path: '/v1/organizations',
    summary: 'A new organization',
    body: { name: 'Wren Records' },
    as: story.apiAs(ADMIN_TOKEN),
  })
  await record({ method: 'GET', path, summary: 'The organization behind the token' })
  await record({ method: 'GET', path: `${path}/quota`, summary: 'Without limits' })
  for (const method of ['PUT', 'PATCH'])
    await record({
      method,
      path: `/v1/organizations/${orgId}/quota`,
      summary: 'A thousand videos and ten hours a month',
      body: { videos: 1000, secs: 36_000 },
      as: story.apiAs(ADMIN_TOKEN),
    })
  const body = { name: 'Wren Records', webhookUrl: story.receiverUrl }
  await record({ method: 'PUT', path, summary: 'A name and an address for events', body })
  await record({
    method: 'PATCH',
    path,
    summary: 'An address for events',
    body: { webhookUrl: story.receiverUrl },
  })
}

/** Deliveries, test events and the secret that signs them. */
export async function recordWebhooks({ recorder: { record }, receiverUrl, api }: Story): Promise<void> {
  const { deliveryId } = await record({
    method: 'POST',
    path: '/v1/webhooks/test',
    summary: 'A test event for an address',
    body: { url: receiverUrl, type: 'ping' },
  })
  const path = `/v1/webhook-deliveries/${deliveryId}`
  await waitFor('the event arrives', async () => (await api('GET', path)).body.data.status === 'DELIVERED')
  await record({ method: 'GET', path, summary: 'A delivery that was taken' })
  await record({ method: 'POST', path: `${path}/resend`, summary: 'The same event once more' })
  const list = '/v1/webhook-deliveries?status=DELIVERED&type=batch.completed&limit=1'
  await record({ method: 'GET', path: list, summary: 'The newest delivery that was taken' })
  await record({ method: 'GET', path: '/v1/webhooks/secret', summary: 'The secret' })
  await record({ method: 'POST', path: '/v1/webhooks/secret/rotate', summary: 'A new secret' })
}

/** Keys beside the organization's token; that one is renewed last, because the story is told with it. */
export async function recordTokens({ recorder: { record } }: Story): Promise<void> {
  const { keyId } = await record({
    method: 'POST',
    path: '/v1/api-keys',
    summary: 'A key that can read and write until 2030',
    body: { name: 'Release robot', scopes: ['read', 'write'], expiresAt: '2030-01-01T00:00:00.000Z' },
  })
  await record({ method: 'GET', path: '/v1/api-keys', summary: 'All keys' })
  await record({ method: 'DELETE', path: `/v1/api-keys/${keyId}`, summary: 'It is revoked' })
  await record({
    method: 'POST',
    path: '/v1/organizations/me/auth-token/rotate',
    summary: 'A new token; the old one works for another hour',
    body: { graceSecs: 3600 },
  })
}

/** What the service says of itself, and of what was made. */
export async function recordService({ recorder, api, apiAs }: Story): Promise<void> {
  const { keepText, record } = recorder
  const usage = '/v1/usage?days=2&by=content'
  await record({ method: 'GET', path: usage, summary: 'Yesterday and today, by template' })
  const table: string = (await api('GET', `${usage}&format=csv`)).body
  const summary = 'The same as a file'
  // Processor time is the last column, and no two runs share it.
  const settled = table.replace(/,[\d.]+\r\n/g, ',9.21\r\n')
  keepText({ method: 'GET', path: '/v1/usage', name: 'csv', summary }, settled)
  const metrics: string = (await api('GET', '/metrics')).body
  const some = metrics.split('\n').filter((line) => /^(# \w+ )?songreel_queue/.test(line))
  keepText({ method: 'GET', path: '/metrics', summary: 'Some of them' }, `${some.join('\n')}\n`)
  const { openapi, info } = (await apiAs(undefined)('GET', '/v1/openapi.json')).body
  const path = '/v1/openapi.json'
  keepText({ method: 'GET', path, summary: 'How it begins' }, {
    openapi,
    info,
    paths: {},
  } as unknown as string)
}
