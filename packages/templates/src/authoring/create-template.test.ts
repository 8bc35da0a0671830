import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { LoadedTemplate } from '../load-templates.ts'
import { createTemplate } from './create-template.ts'

let home: string
let created: LoadedTemplate

before(async () => {
  home = await mkdtemp(join(tmpdir(), 'songreel-template-'))
  // Outside of the repository the kit is found through a link.
  await symlink(
    fileURLToPath(new URL('../../../../node_modules', import.meta.url)),
    join(home, 'node_modules'),
  )
  created = await createTemplate('neon-pulse', home)
})

after(() => rm(home, { recursive: true }))

test('a new template has its name, its data and a preview', async () => {
  const { contentId, title, family } = created.template
  assert.deepEqual(
    { contentId, title, family },
    { contentId: 'NEON_PULSE', title: 'Neon pulse', family: 'NEON' },
  )
  assert.deepEqual((await readdir(created.folder)).sort(), ['fixture.json', 'preview.png', 'template.ts'])
})

test('a new look has a JSON file instead of a module', async () => {
  const { template, folder } = await createTemplate('paper-moon', home, { look: true, isPackage: true })
  assert.deepEqual([template.contentId, template.title, template.version], ['PAPER_MOON', 'Paper moon', 1])
  assert.deepEqual((await readdir(folder)).sort(), ['fixture.json', 'preview.png', 'template.json'])
})

test('a new look may begin as one of ours', async () => {
  const { template } = await createTemplate('paper-ring', home, { look: 'visual-spectrum-ring' })
  assert.deepEqual([template.contentId, template.title, template.version], ['PAPER_RING', 'Paper ring', 1])
  assert.ok(template.requiredData.safeParse({ barStyle: 'DOTS' }).success)
  assert.equal(template.requiredData.safeParse({ barStyle: 'HEARTS' }).success, false)
  await assert.rejects(
    () => createTemplate('paper-box', home, { look: 'VISUAL_COVER_BOX' }),
    /VISUAL_COVER_BOX is no look to start from\. There are SNIPPET_WAVEFORM_CARD, /,
  )
})

test('a name that is taken or not made of small words is refused', async () => {
  await assert.rejects(() => createTemplate('neon-pulse', home), /already/)
  for (const name of ['', 'Neon', 'neon', 'neon_pulse', '../neon-pulse', 'neon-pulse/x']) {
    await assert.rejects(() => createTemplate(name, home), /no name for a template/)
  }
})
