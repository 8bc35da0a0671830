import assert from 'node:assert/strict'
import { cp, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { loadAllTemplates, TemplateFolderError } from './load-own-templates.ts'
import { loadTemplates } from './load-templates.ts'

const STARTER = fileURLToPath(new URL('../starter/', import.meta.url))
const cwd = process.cwd()
let home: string

before(async () => {
  home = await realpath(await mkdtemp(join(tmpdir(), 'songreel-own-')))
  process.chdir(home)
})

after(async () => {
  process.chdir(cwd)
  await rm(home, { recursive: true })
})

/** The folder of a template, where nothing is installed; it may lack what the test says, or have another module. */
async function makeTemplate(folder: string, { without = '', source = '' } = {}): Promise<void> {
  await mkdir(folder, { recursive: true })
  const files = ['template.ts', 'fixture.json', 'preview.png'].filter((name) => name !== without)
  const contentId = folder.split('/').at(-1)?.toUpperCase().replaceAll('-', '_')
  for (const name of files) await writeFile(join(folder, name), '')
  if (files.includes('fixture.json')) await cp(join(STARTER, 'fixture.json'), join(folder, 'fixture.json'))
  await writeFile(
    join(folder, 'template.ts'),
    source ||
      `import { backdrop, defineTemplate } from '@songreel/kit'
       export const template = defineTemplate({ contentId: '${contentId}', title: 'Own', description: 'Own.', setup: ({ cover }) => [backdrop(cover)] })`,
  )
}

async function listOwn(places: string[]): Promise<string[]> {
  const builtIn = await loadTemplates()
  const all = await loadAllTemplates(places)
  return [...all.keys()].filter((contentId) => !builtIn.has(contentId))
}

test('a folder is a template or holds templates; it needs nothing installed beside it', async () => {
  await makeTemplate('shelf/neon-pulse')
  await makeTemplate('shelf/neon-calm')
  await mkdir('shelf/drafts')
  await makeTemplate('single/paper-cut')
  assert.deepEqual(await listOwn(['./shelf', join(home, 'single/paper-cut')]), [
    'NEON_CALM',
    'NEON_PULSE',
    'PAPER_CUT',
  ])
  assert.deepEqual(await listOwn(['shelf', 'shelf/neon-calm']), ['NEON_CALM', 'NEON_PULSE'])
})

test('a package is found by its name, with compiled templates', async () => {
  await makeTemplate('node_modules/@label/templates/gold-rush')
  const source = `import { defineTemplate } from '@songreel/kit'
    export const template = defineTemplate({ contentId: 'GOLD_RUSH', title: 'Gold', description: 'Gold.', setup: () => [] })`
  await writeFile('node_modules/@label/templates/gold-rush/template.js', source)
  assert.deepEqual(await listOwn(['@label/templates']), ['GOLD_RUSH'])
})

test('whatever cannot be used is named, all of it at once', async () => {
  await makeTemplate('bad/base-art-track')
  await makeTemplate('bad/no-preview', { without: 'preview.png' })
  await makeTemplate('bad/no-export', { source: 'export const look = 1' })
  await makeTemplate('bad/no-sense', { source: 'export const template = nothing.here' })
  await makeTemplate('bad/other-name', { source: `export const template = { contentId: 'OTHER' }` })
  await mkdir('empty')
  await assert.rejects(loadAllTemplates(['bad', 'empty', 'not-there']), (error) => {
    assert.ok(error instanceof TemplateFolderError)
    const [, ...problems] = error.message.split('\n')
    const expected = [
      /empty: neither it nor a folder in it has a template\.ts/,
      /not-there: there is no such folder, and no package of this name/,
      /bad\/base-art-track: there is a BASE_ART_TRACK already, in .*base-art-track/,
      /bad\/no-export: The module in no-export exports no template/,
      /bad\/no-preview: it has no preview\.png/,
      /bad\/no-sense: nothing is not defined/,
      /bad\/other-name: The template in other-name calls itself OTHER/,
    ]
    assert.equal(problems.length, expected.length, error.message)
    for (const [i, pattern] of expected.entries()) assert.match(problems[i] ?? '', pattern)
    return true
  })
})

test('one that hangs while it is loaded is named, and the others are still looked at', async () => {
  await makeTemplate('endless/a-loop', { source: 'for (;;) {}' })
  await makeTemplate('endless/b-bad', { source: 'export const template = nothing.here' })
  await makeTemplate('stuck/b-wait', { source: 'await new Promise(() => {})' })
  await makeTemplate('stuck/c-exit', { source: 'process.exit()' })
  await makeTemplate('stuck/d-good')
  await makeTemplate('stuck/e-bad', { source: 'export const template = nothing.here' })
  // On a busy machine the second may take longer as well.
  await assert.rejects(loadAllTemplates(['endless'], { longestLoadMs: 1000 }), {
    message:
      /endless\/a-loop: its module was not loaded within 1 s; look for a loop.*\n.*endless\/b-bad: (nothing is not defined|its module was not loaded)/,
  })
  await assert.rejects(loadAllTemplates(['stuck']), (error) => {
    assert.ok(error instanceof TemplateFolderError)
    const [, wait = '', exit = '', bad = '', ...others] = error.message.split('\n')
    assert.match(wait, /stuck\/b-wait: its module (was not loaded|ended the thread).*never ends/)
    assert.match(exit, /stuck\/c-exit: its module ended the thread that loaded it; look for process\.exit/)
    assert.match(bad, /stuck\/e-bad: nothing is not defined/)
    assert.deepEqual(others, [])
    return true
  })
})
