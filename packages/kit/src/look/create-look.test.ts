import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { importTemplate, loadTemplateFacts } from '../import-template.ts'
import { createLook } from './create-look.ts'
import { writeLookUrl } from './import-look.ts'
import { parseLook } from './parse-look.ts'

const LOOK = {
  look: 1,
  title: 'Neon pulse',
  description: 'A look.',
  fontStyle: 'SERIF',
  excerpt: 20,
  aspectRatios: ['1x1', '9x16'],
  lyrics: 'OPTIONAL',
  fields: {
    tag: { type: 'TEXT', most: 5, default: 'Hello' },
    size: { type: 'NUMBER', min: 1, max: 9, default: 4 },
    style: { type: 'CHOICE', options: ['A', 'B'], default: 'B' },
    tone: { type: 'COLOUR' },
    isOn: { type: 'SWITCH', default: true },
  },
  layers: [{ kind: 'text', text: 'TITLE' }],
}

test('a look becomes a template with its fields, needs and defaults', () => {
  const { look } = parseLook(LOOK)
  assert.ok(look)
  const template = createLook(look, { contentId: 'NEON_PULSE', version: 3 })
  assert.deepEqual(
    [template.contentId, template.family, template.version, template.energy],
    ['NEON_PULSE', 'NEON', 3, 'ENERGETIC'],
  )
  assert.deepEqual(template.needs, { audio: true, lyrics: 'OPTIONAL' })
  assert.deepEqual(template.defaults, {
    excerpt: { kind: 'HOOK', secs: 20 },
    fontStyle: 'SERIF',
    aspectRatio: '1x1',
  })
  assert.deepEqual(template.requiredData.parse({ customText: 'Out now' }), {
    tag: 'Hello',
    size: 4,
    style: 'B',
    isOn: true,
    customText: 'Out now',
  })
  for (const data of [
    { tag: 'Too long' },
    { size: 10 },
    { style: 'C' },
    { tone: 'red' },
    { isOn: 1 },
    { other: 1 },
  ]) {
    assert.equal(template.requiredData.safeParse(data).success, false, JSON.stringify(data))
  }
})

test('a data: URL is an address like any other', async () => {
  const url = writeLookUrl({ ...LOOK, contentId: 'NEON_PULSE' })
  assert.equal((await importTemplate(url))?.contentId, 'NEON_PULSE')
  const facts = await loadTemplateFacts({ contentId: 'NEON_PULSE', url })
  assert.deepEqual(facts.needs, { audio: true, lyrics: 'OPTIONAL' })
  await assert.rejects(loadTemplateFacts({ contentId: 'OTHER_NAME', url }), { code: 'UNKNOWN_CONTENT' })
})

test('an address that holds no look is a sentence with the places of its faults', async () => {
  await assert.rejects(importTemplate(writeLookUrl({ ...LOOK, layers: [{ kind: 'video' }] })), {
    code: 'TEMPLATE_FAILED',
    message: /layers\[0\]\.kind: /,
  })
  await assert.rejects(importTemplate(writeLookUrl(LOOK)), /has no name/)
  await assert.rejects(importTemplate('data:application/json,{}'), /address of the look/)
  await assert.rejects(importTemplate(writeLookUrl({ ...LOOK, title: 'x'.repeat(290_000) })), /256 KB/)
})

test('a file takes its name from its folder, and one that is too long is not read', async (t) => {
  const home = await mkdtemp(join(tmpdir(), 'songreel-look-'))
  t.after(() => rm(home, { recursive: true }))
  const file = join(home, 'neon-pulse', 'template.json')
  const { href } = pathToFileURL(file)
  await mkdir(join(home, 'neon-pulse'))
  await writeFile(file, `\uFEFF${JSON.stringify(LOOK)}`)
  assert.equal((await importTemplate(`${href}?state=2`))?.contentId, 'NEON_PULSE')
  await writeFile(file, JSON.stringify({ ...LOOK, description: 'x'.repeat(70_000) }))
  await assert.rejects(importTemplate(href), /bytes/)
})
