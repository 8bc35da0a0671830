import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aLook, create } from '../../testing/builders.ts'
import { startService } from '../../testing/start-service.ts'
import { examineLook } from './examine-look.ts'

test('nothing is drawn for a version that nobody waits for: outdated, deleted or examined already', async (t) => {
  const lines: string[] = []
  const { api, orgId, services } = await startService(t, {
    config: { examineSecs: 1 },
    onLog: (line) => lines.push(line),
  })
  const { contentId } = await create(api, '/v1/contents', aLook())
  const path = `/v1/contents/${contentId}`
  const countDrawn = () => lines.filter((line) => line.includes('look examined')).length
  const examine = async (version: number) => {
    const before = countDrawn()
    await examineLook(services, { orgId, contentId, version }, { signal: t.signal })
    return countDrawn() > before
  }
  await api('PUT', path, aLook({ title: 'Another name' }))
  assert.equal(await examine(1), false, 'a newer version has a job of its own')
  await api('DELETE', path)
  assert.equal(await examine(2), false, 'it is deleted')
  await api('POST', `${path}/restore`)
  assert.equal(await examine(2), true)
  assert.equal(await examine(2), false, 'one restored twice has two jobs')
})
