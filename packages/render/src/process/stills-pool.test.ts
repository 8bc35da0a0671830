import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, readdir, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { encodePcm } from '@songreel/audio/synth'
import { synthesiseClicks } from '@songreel/audio/testing/synthesise-clicks.ts'
import { anUnrulyPlan } from '../../testing/plans.ts'
import { listChildrenRunning, waitFor } from '../../testing/processes.ts'
import { renderStillsInChild } from './stills-in-child.ts'
import { openStillsPool } from './stills-pool.ts'

const LIMIT_MS = 60_000
const listChildren = () => listChildrenRunning('child-main')
const UNRULY = fileURLToPath(new URL('../../testing/unruly-template.ts', import.meta.url))

test('the child of the next still waits already, has one job, and draws the same pixels', async (t) => {
  const { pool, plan, data } = await setUp(t)
  const [expected] = await renderStillsInChild(plan, { atSecs: [0.5], closedFolders: [data] })

  assert.deepEqual(listChildren(), [])
  const [first] = (await pool.draw(plan, { atSecs: [0.5] })).pictures
  const one = await findWaiting()
  const [second] = (await pool.draw(plan, { atSecs: [0.5] })).pictures
  for (const still of [first, second]) assert.ok(Buffer.from(still!).equals(expected!))
  assert.notEqual(await findWaiting(), one)
  assert.equal(listChildren().length, 1)
})

test('a still that fails, and a child that died while it waited, leave the next one as it is', async (t) => {
  const { pool, plan } = await setUp(t)
  await pool.draw(plan, { atSecs: [0] })
  const crash = pool.draw({ ...plan, data: { trouble: 'CRASH' } }, { atSecs: [1] })
  await assert.rejects(crash, { code: 'RENDER_CRASHED' })
  const pid = await findWaiting()
  process.kill(pid, 'SIGKILL')
  assert.ok(await waitFor(() => !existsSync(`/proc/${pid}`), LIMIT_MS))
  assert.equal((await pool.draw(plan, { atSecs: [0] })).pictures.length, 1)
  const aborted = AbortSignal.abort()
  await assert.rejects(pool.draw(plan, { atSecs: [0], signal: aborted }), { code: 'RENDER_CANCELED' })
})

test('a template from elsewhere gets a child that may read it', async (t) => {
  const { pool, plan, root } = await setUp(t)
  await pool.draw(plan, { atSecs: [0] })
  await findWaiting()
  const elsewhere = join(root, 'own')
  await mkdir(elsewhere)
  await writeFile(join(elsewhere, 'package.json'), '{"type":"module"}')
  await copyFile(UNRULY, join(elsewhere, 'template.ts'))
  const url = pathToFileURL(join(elsewhere, 'template.ts')).href
  const own = { ...plan, template: { ...plan.template, url } }
  assert.equal((await pool.draw(own, { atSecs: [0] })).pictures.length, 1)
})

test('a look is drawn in a child, from its file and from its address alone', async (t) => {
  const { pool, plan, root, data } = await setUp(t)
  const audio = join(data, 'work', 'song.flac')
  encodePcm(synthesiseClicks([0.5, 1.5], 3), audio, { encoder: 'flac', container: 'flac' })
  const layers = [
    { kind: 'silk', quiet: ['title'] },
    { kind: 'text', id: 'title', text: 'TITLE' },
  ]
  const json = JSON.stringify({
    look: 1,
    contentId: 'PAPER_MOON',
    title: 'Moon',
    description: 'A look.',
    layers,
  })
  const folder = join(root, 'paper-moon')
  await mkdir(folder)
  await writeFile(join(folder, 'template.json'), json)
  const urls = [
    pathToFileURL(join(folder, 'template.json')).href,
    `data:application/json;base64,${Buffer.from(json).toString('base64')}`,
  ]
  const planOf = (url: string) => ({
    ...plan,
    data: {},
    files: { audio, clips: [] },
    template: { contentId: 'PAPER_MOON', url },
  })
  const draw = async (url: string) => {
    const [still] = (await pool.draw(planOf(url), { atSecs: [0] })).pictures
    return Buffer.from(still ?? [])
  }
  const [fromFile, fromAddress] = [await draw(urls[0] ?? ''), await draw(urls[1] ?? '')]
  assert.ok(fromFile.length > 500 && fromFile.equals(fromAddress))

  const { picture, outline } = await pool.sketch(planOf(urls[1] ?? ''), { atSecs: 0 })
  assert.ok(fromFile.equals(picture))
  assert.deepEqual(
    outline?.layers.map(({ path, room }) => [path, room !== undefined]),
    [
      ['layers[0]', false],
      ['layers[1]', true],
    ],
  )
  const { outline: ofCode } = await pool.sketch(plan, { atSecs: 0 })
  assert.equal(ofCode, undefined, 'a template that is written as code has no outline')
})

test('nobody waits for long, and nothing is left', async (t) => {
  const { pool, plan, data } = await setUp(t, { keptMs: 1 })
  await pool.draw(plan, { atSecs: [0] })
  assert.ok(await waitFor(() => listChildren().length === 0, LIMIT_MS))
  await pool.close()
  assert.deepEqual(await readdir(join(data, 'lent')), [])
})

/** A data folder that children do not see, with the folders that the pool borrows. */
async function setUp(t: TestContext, { keptMs = LIMIT_MS } = {}) {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'songreel-stills-')))
  const data = join(root, 'data')
  for (const name of ['lent', 'work']) await mkdir(join(data, name), { recursive: true })
  const lendFolder = async () => {
    const path = await mkdtemp(join(data, 'lent', '/'))
    return { path, giveBack: () => rm(path, { recursive: true }) }
  }
  const pool = openStillsPool({ lendFolder, closedFolders: [data], keptMs })
  t.after(async () => {
    await pool.close()
    await rm(root, { recursive: true, force: true })
  })
  return { root, data, pool, plan: anUnrulyPlan(join(data, 'work')) }
}

async function findWaiting(): Promise<number> {
  await waitFor(() => listChildren().length > 0, LIMIT_MS)
  // Each test draws one still at a time, so there is one that waits.
  return listChildren()[0]!
}
