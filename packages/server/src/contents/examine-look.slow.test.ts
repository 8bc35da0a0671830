import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, test } from 'node:test'
import type { ContentRecord } from '@songreel/contract'
import { aLook, create } from '../../testing/builders.ts'
import { startFlow } from '../../testing/start-flow.ts'
import { waitFor } from '../../testing/wait-for.ts'

// A look is examined by a worker as our own templates are; what fails is told with the frame as a picture.

const flow = await startFlow({ after }, { config: { examineSecs: 900, rateLimit: 0 } })
const { api, url, addOrganization } = flow

/** What a new look begins as. */
const STARTER = new URL('../../../templates/starter/template.json', import.meta.url)

/** Words over everything, and nothing that moves. */
const HIDING = [
  { kind: 'picture', place: { of: 'FRAME' } },
  {
    kind: 'text',
    text: 'TITLE',
    role: 'DISPLAY',
    size: 300,
    lines: 3,
    place: { of: 'SAFE', anchor: 'CENTER' },
  },
]

async function untilExamined(contentId: string, call = api): Promise<ContentRecord> {
  return waitFor(
    `${contentId} is examined`,
    async () => {
      const { data } = (await call('GET', `/v1/contents/${contentId}`)).body
      return data.examination.status !== 'PENDING' && data
    },
    { timeoutMs: 600_000 },
  )
}

test('a look that nothing is wrong with passes, and one that stands still and hides faces is told so', async () => {
  const { contentId } = await create(api, '/v1/contents', aLook({ title: 'Hides faces', layers: HIDING }))
  const first = (await api('GET', `/v1/contents/${contentId}`)).body.data
  assert.deepEqual(first.examination, { status: 'PENDING', faults: [] })

  const { examination } = await untilExamined(contentId)
  assert.equal(examination?.status, 'FAILED')
  const faults = examination?.faults ?? []
  const still = faults.find(({ check }) => check.includes('never stands still'))
  assert.match(still?.message ?? '', /nothing moves/)
  const hidden = faults.find(({ check }) => check.includes('leave the subject'))
  assert.match(hidden?.message ?? '', /face/)
  assert.ok(hidden?.aspectRatio && hidden.pictureUrl)
  const { pathname, search } = new URL(hidden.pictureUrl)
  const picture = await fetch(url + pathname + search)
  assert.deepEqual([picture.status, picture.headers.get('content-type')], [200, 'image/jpeg'])
  assert.ok((await picture.arrayBuffer()).byteLength > 5000)
  assert.equal((await fetch(url + pathname)).status, 403)

  await api('PUT', `/v1/contents/${contentId}`, JSON.parse(await readFile(STARTER, 'utf8')))
  const second = (await api('GET', `/v1/contents/${contentId}`)).body.data
  assert.equal(second.examination.status, 'PENDING', 'a new version is examined anew')
  assert.equal((await fetch(url + pathname + search)).status, 404, 'pictures of the old one are gone')
  const passed = await untilExamined(contentId)
  assert.deepEqual(passed.examination, { status: 'PASSED', faults: [] })
})

test('an examination that takes too long ends, and says so', async (t) => {
  const hasty = await startFlow(t, { config: { examineSecs: 1, rateLimit: 0 } })
  const { contentId } = await create(hasty.api, '/v1/contents', aLook())
  const { examination } = await untilExamined(contentId, hasty.api)
  assert.equal(examination?.status, 'FAILED')
  assert.match(examination?.faults[0]?.check ?? '', /in the time and memory/)
  const other = await addOrganization()
  assert.equal((await other.api('GET', `/v1/contents/${contentId}`)).status, 404)
})
