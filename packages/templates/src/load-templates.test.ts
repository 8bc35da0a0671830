import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadTemplate, loadTemplates } from './load-templates.ts'

test('a template that is loaded alone is the one among all', async () => {
  const alone = await loadTemplate('BASE_ART_TRACK')
  assert.equal(alone?.template.contentId, 'BASE_ART_TRACK')
  assert.deepEqual(alone, (await loadTemplates()).get('BASE_ART_TRACK'))
})

test('a name that no template has loads none', async () => {
  for (const name of ['BASE_ART_TRAK', 'AUTHORING', '', '..', '../STARTER'])
    assert.equal(await loadTemplate(name), undefined, name)
})
