import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { aLook, create } from '../../testing/builders.ts'
import { startService } from '../../testing/start-service.ts'
import { createSizedCache } from '../byte-cache.ts'
import type { OngoingWork } from '../ongoing-work.ts'
import { findOrderedTemplate, findTemplates } from './find-templates.ts'

const { services, addOrganization } = await startService({ after })

test('an organization is offered all of its looks, also where fewer of them are kept at hand', async () => {
  const { api, orgId } = await addOrganization()
  const ids: string[] = []
  for (let i = 0; i < 6; i++) ids.push((await create(api, '/v1/contents', aLook())).contentId)
  const looks: OngoingWork['looks'] = createSizedCache(4, () => 1)
  const small = { ...services, ongoing: { ...services.ongoing, looks } }
  for (const contentId of ids.slice(0, 3)) assert.ok(await findOrderedTemplate(small, orgId, contentId))
  for (const _ of ['some at hand', 'others at hand']) {
    const offered = await findTemplates(small, orgId)
    assert.deepEqual(
      ids.filter((contentId) => !offered.has(contentId)),
      [],
    )
  }
})
