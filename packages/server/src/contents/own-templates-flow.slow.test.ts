import assert from 'node:assert/strict'
import { chmod, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { startFlow, TINY } from '../../testing/start-flow.ts'
import { readConfig } from '../config/config.ts'
import { openTemplates } from '../start/open-templates.ts'
import { StartError } from '../start-error.ts'

// Templates of the operator's own, in a folder where nothing is installed. One of them draws; the other never gets so far.

const home = await mkdtemp(path.join(tmpdir(), 'songreel-own-templates-'))
after(() => rm(home, { recursive: true }))
// Renders may be other users.
await chmod(home, 0o755)
await makeTemplate('own-words', '[backdrop(cover, { zoom: (frame) => 1 + 0.1 * frame.position })]')
await makeTemplate('own-hang', '{ while (true) {} }')

const config = { ...readConfig({ SONGREEL_TEMPLATES: home }).config, dataDir: tmpdir() }
const flow = await startFlow(
  { after },
  {
    templates: await openTemplates({ ...config, dataDir: await makeFolder('data') }),
    config: { renderStallSecs: 15, renderAttempts: 1 },
  },
)

test('they are listed and shown like the built-in ones', async () => {
  const { data } = (await flow.api('GET', '/v1/contents/OWN_WORDS')).body
  assert.equal(data.name, 'Own template')
  const { pathname } = new URL(data.previewImageUrl)
  const response = await fetch(flow.url + pathname)
  assert.equal(response.headers.get('content-type'), 'image/png')
  assert.deepEqual(
    Buffer.from(await response.arrayBuffer()),
    await readFile(path.join(home, 'own-words/preview.png')),
  )
})

test('one that hangs fails its own render and holds up nobody else', async () => {
  const order = (contentId: string) => ({ renders: [{ contentId, videoSettings: TINY }] })
  const hanging = await flow.post(order('OWN_HANG'))
  await flow.untilRender(hanging.renderId, 'RENDERING')
  const drawn = await flow.post(order('OWN_WORDS'))
  const { batchId } = drawn
  assert.equal((await flow.untilFinal(batchId)).status, 'COMPLETED')
  const failed = await flow.untilRender(hanging.renderId, 'FAILED')
  assert.equal(failed.error?.code, 'RENDER_STALLED')
  assert.equal((await flow.api('GET', '/v1/contents')).status, 200)
})

test('a folder that cannot be used keeps the server from starting, and is named', async () => {
  const dataDir = await makeFolder('other-data')
  const start = (templates: string[]) => openTemplates({ ...config, dataDir, templates })
  await assert.rejects(start([path.join(home, 'nowhere')]), (error) => {
    assert.ok(error instanceof StartError)
    assert.equal(error.code, 'SETTING_UNUSABLE')
    assert.match(error.message, /SONGREEL_TEMPLATES.*\n.*nowhere: there is no such folder/)
    return true
  })
  await cp(path.join(home, 'own-words'), path.join(dataDir, 'own-words'), { recursive: true })
  await assert.rejects(start([dataDir]), /own-words\/: it lies in the data folder/)
})

async function makeFolder(name: string): Promise<string> {
  const folder = path.join(home, '..', `${path.basename(home)}-${name}`)
  await mkdir(folder)
  after(() => rm(folder, { recursive: true }))
  return folder
}

async function makeTemplate(name: string, layers: string): Promise<void> {
  const folder = path.join(home, name)
  await mkdir(folder)
  const contentId = name.toUpperCase().replace('-', '_')
  await writeFile(
    path.join(folder, 'template.ts'),
    `import { backdrop, defineTemplate } from '@songreel/kit'
     export const template = defineTemplate({ contentId: '${contentId}', title: 'Own template', description: 'Own.', setup: ({ cover }) => ${layers} })`,
  )
  const starter = fileURLToPath(new URL('../../../templates/src/base-basic-unified/', import.meta.url))
  for (const file of ['fixture.json', 'preview.png'])
    await cp(path.join(starter, file), path.join(folder, file))
}
