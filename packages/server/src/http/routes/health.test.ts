import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { startService } from '../../../testing/start-service.ts'

const service = await startService({ after })
const open = service.apiAs(undefined)

test('probes need no token and find everything in order', async () => {
  const [live, ready] = [await open('GET', '/livez'), await open('GET', '/readyz')]

  assert.equal(live.status, 200)
  assert.equal(live.body.data.status, 'ok')
  assert.equal(ready.status, 200)
  assert.deepEqual(Object.keys(ready.body.data.checks), ['database', 'queue', 'storage', 'disk'])
  assert.ok(ready.body.data.checks.disk.freeBytes > 0)
})

test('the age of the oldest job that waits is told, as a fact and as a figure', async (t) => {
  const { api, apiAs, services } = await startService(t)
  await api('POST', '/v1/artists', { name: 'Odalys Wren', imageUrl: 'https://cdn.example.com/cover.jpg' })
  await sql`update pgboss.job set start_after = now() - interval '90 seconds'`.execute(services.db)
  const { body } = await apiAs(undefined)('GET', '/readyz')
  const figures = (await apiAs(undefined)('GET', '/metrics')).body

  const isAge = (secs: number) => secs >= 90 && secs < 1000
  assert.ok(isAge(body.data.checks.queue.oldestWaitSecs))
  const [, figure] = /songreel_queue_oldest_wait_seconds\{queue="collect-asset"\} (\S+)/.exec(figures) ?? []
  assert.ok(isAge(Number(figure)), figure)
  assert.match(figures, /songreel_queue_oldest_wait_seconds\{queue="render-video"\} 0/)
})

test('what waits is counted although no worker lives', async (t) => {
  const { api, apiAs } = await startService(t)
  const renders = Array.from({ length: 10 }, () => ({ contentId: 'BASE_BASIC_UNIFIED' }))
  const batch = {
    artist: { name: 'Odalys Wren' },
    media: { name: 'Tin Lanterns', audioUrl: 'https://cdn.example.com/song.mp3' },
    renders,
  }
  assert.equal((await api('POST', '/v1/batches', batch)).status, 201)
  const { depth, workers } = (await apiAs(undefined)('GET', '/readyz')).body.data.checks.queue
  const figures = (await apiAs(undefined)('GET', '/metrics')).body

  assert.deepEqual({ depth, workers }, { depth: 11, workers: 0 })
  for (const line of [
    'songreel_queue_depth{queue="render-video"} 10',
    'songreel_queue_depth{queue="collect-asset"} 1',
    'songreel_renders{status="PENDING"} 10',
    'songreel_workers 0',
    'songreel_worker_slots 0',
    'songreel_webhook_deliveries_pending 0',
    'songreel_storage_files{kind="output"} 0',
  ])
    assert.ok(figures.includes(`\n${line}\n`), line)
  assert.match(figures, /^songreel_disk_free_bytes [1-9]/m)
})

test('what waits for a file, and what cannot be counted, leave the service ready', async (t) => {
  const { api, apiAs, services } = await startService(t)
  const batch = {
    artist: { name: 'Odalys Wren' },
    media: { name: 'Tin Lanterns', audioUrl: 'https://cdn.example.com/song.mp3' },
    renders: [{ contentId: 'BASE_BASIC_UNIFIED' }],
  }
  await api('POST', '/v1/batches', batch)
  // As a render that is parked for its song, and a job that never comes.
  await sql`update renders set ready_at = 'infinity'`.execute(services.db)
  await sql`update pgboss.job set start_after = 'infinity'`.execute(services.db)
  const { status, body } = await apiAs(undefined)('GET', '/readyz')
  assert.deepEqual(
    [status, body.data?.checks.queue],
    [200, { status: 'ok', depth: 0, oldestWaitSecs: 0, workers: 0 }],
  )
  const figures = (await apiAs(undefined)('GET', '/metrics')).body
  assert.match(figures, /songreel_queue_scheduled\{queue="render-video"\} 1/)
  assert.match(figures, /songreel_queue_oldest_wait_seconds\{queue="render-video"\} 0/)

  const other = await startService(t)
  await sql`alter table workers rename to elsewhere`.execute(other.services.db)
  const ready = await other.apiAs(undefined)('GET', '/readyz')
  assert.deepEqual([ready.status, ready.body.data?.checks.queue], [200, { status: 'ok' }])
})

test('figures of the database are left out while it is away, the others stay', async (t) => {
  const { services, apiAs } = await startService(t)
  await sql`alter table workers rename to elsewhere`.execute(services.db)
  const { status, body } = await apiAs(undefined)('GET', '/metrics')

  assert.equal(status, 200)
  assert.doesNotMatch(body, /^songreel_(workers|queue_depth)[ {]/m)
  assert.match(body, /^songreel_build_info/m)
})

test('the version is told', async () => {
  const { body } = await open('GET', '/version')
  assert.match(body.data.version, /^\d+\.\d+\.\d+/)
})

test('a part that fails is named, its inner detail is not', async (t) => {
  const broken = await startService(t)
  broken.services.storage.check = async () => {
    throw Object.assign(new Error('EACCES: /secret/folder'), { code: 'EACCES' })
  }
  await broken.services.queue.close()
  const { status, headers, body } = await broken.apiAs(undefined)('GET', '/readyz')

  assert.equal(status, 503)
  assert.equal(body.error.code, 'UNAVAILABLE')
  assert.deepEqual(
    body.error.details.map((detail: { field: string }) => detail.field),
    ['queue', 'storage'],
  )
  assert.match(body.message, /^Not ready: queue, storage\./)
  assert.match(body.message, /storage does not work at present \(EACCES\)/)
  assert.doesNotMatch(JSON.stringify(body), /secret/)
  assert.equal(headers.get('retry-after'), '2')
})

test('figures are by route, never by id, and hold no token', async () => {
  await service.api('GET', `/v1/organizations/${service.orgId}`)
  await service.api('GET', '/v1/organizations/org_0000?x=canary')
  await service.api('GET', '/not/a/path')
  const { headers, body } = await open('GET', '/metrics')

  assert.match(headers.get('content-type') ?? '', /^text\/plain/)
  assert.match(
    body,
    /http_request_duration_seconds_count\{route="\/v1\/organizations\/:orgId",method="GET",status="200"\} 1/,
  )
  assert.match(body, /route="\/v1\/organizations\/:orgId",method="GET",status="404"/)
  assert.match(body, /route="unmatched",method="GET",status="404"/)
  assert.match(body, /songreel_build_info\{version="[^"]+",node="[^"]+"\} 1/)
  assert.match(body, /songreel_queue_depth\{queue="collect-asset"\} 0/)
  assert.match(body, /process_resident_memory_bytes \d/)
  assert.doesNotMatch(body, new RegExp(`org_0|${service.orgId}|${service.token}|canary`))
})

test('the limits in force are told', async () => {
  const { body } = await service.api('GET', '/v1/limits')

  assert.deepEqual(body.data.requests, { count: 0, windowSecs: 60 })
  assert.equal(body.data.bodyBytes, 1_048_576)
  assert.deepEqual(body.data.fetch, { redirects: 5, connectSecs: 10, idleSecs: 30, totalSecs: 600 })
})
