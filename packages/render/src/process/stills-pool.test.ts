import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, readdir, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { encodePcm } from '@songreel/audio/synth'
import { synthesiseClicks } from '@songreel/audio/testing/synthesise-clicks.ts'
import sharp from 'sharp'
import { anUnrulyPlan } from '../../testing/plans.ts'
import { listChildrenRunning, waitFor } from '../../testing/processes.ts'
import type { RenderPlan } from '../plan/render-plan.ts'
import { renderStillsInChild } from './stills-in-child.ts'
import { openStillsPool, type StillsPoolOptions } from './stills-pool.ts'

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

test('a child draws again for its owner, with files that it has, and for nobody else', async (t) => {
  const { pool, plan, data, countStarted } = await setUp(t)
  const [cover, other] = [join(data, 'work', 'cover.png'), join(data, 'work', 'other.png')]
  for (const file of [cover, other])
    await sharp({ create: { width: 64, height: 64, channels: 3, background: '#c24e1f' } }).toFile(file)
  const withCover = (file: string) => ({ ...plan, files: { cover: file, clips: [] } })
  const drawAs = async (owner: string, { files }: Pick<RenderPlan, 'files'> = withCover(cover)) => {
    const before = countStarted()
    const still = (await pool.draw({ ...plan, files }, { atSecs: [0.5], owner })).pictures[0]!
    return { still: Buffer.from(still), started: countStarted() - before }
  }
  const { still } = await drawAs('one')
  // Now one waits with the cover, and one that has seen nothing.
  const again = await drawAs('one')
  const without = await drawAs('one', plan)
  assert.deepEqual([again.started, without.started], [0, 0])
  assert.ok(again.still.equals(still))
  const [expected] = await renderStillsInChild(withCover(cover), { atSecs: [0.5], closedFolders: [data] })
  assert.ok(again.still.equals(Buffer.from(expected!)))

  // Another file, a changed one and another owner each get a child that has seen nothing, in whose place the next one starts.
  assert.equal((await drawAs('one', withCover(other))).started, 1)
  await sharp({ create: { width: 64, height: 64, channels: 3, background: '#1f4ec2' } }).toFile(cover)
  assert.equal((await drawAs('one')).started, 1)
  assert.equal((await drawAs('two')).started, 1)
  assert.ok(await waitFor(() => listChildren().length <= 3, LIMIT_MS))
})

test('stills that nobody waits for leave their child to the next ones', async (t) => {
  const { pool, plan, countStarted } = await setUp(t, { stopMs: LIMIT_MS })
  await pool.draw(plan, { atSecs: [0], owner: 'one' })
  const before = countStarted()
  const ended = new AbortController()
  const overtaken = pool.draw(plan, { atSecs: [0, 0.5, 0.9], owner: 'one', signal: ended.signal })
  setImmediate(() => ended.abort())
  await assert.rejects(overtaken, { code: 'RENDER_CANCELED' })
  const signal = AbortSignal.abort()
  await assert.rejects(pool.draw(plan, { atSecs: [0], owner: 'one', signal }), { code: 'RENDER_CANCELED' })
  await pool.draw(plan, { atSecs: [0], owner: 'one' })
  assert.equal(countStarted(), before)
})

test('a child that does not stop is ended, and so is one that works while it should wait', async (t) => {
  const { pool, plan } = await setUp(t)
  const endless = { ...plan, data: { trouble: 'HANG' } }
  await pool.draw(plan, { atSecs: [0], owner: 'one' })
  await waitFor(() => listChildren().length === 2, LIMIT_MS)
  const all = listChildren()
  // Longer each time: sooner or later it is given up in the midst of it.
  for (let ms = 250; all.every((pid) => listChildren().includes(pid)); ms *= 2) {
    assert.ok(ms < LIMIT_MS)
    const hanging = pool.draw(endless, { atSecs: [1], owner: 'one', signal: AbortSignal.timeout(ms) })
    await assert.rejects(hanging, { code: 'RENDER_CANCELED' })
  }

  const lingering = { ...plan, data: { trouble: 'LINGER' } }
  await pool.draw(lingering, { atSecs: [1], owner: 'two' })
  await waitFor(() => listChildren().length === 2, LIMIT_MS)
  assert.ok(await waitFor(() => listChildren().length === 1, LIMIT_MS))
})

test('a child that has used much of its processor time draws no more', async (t) => {
  const { pool, plan, countStarted } = await setUp(t, { keptCpuMs: 1 })
  await pool.draw(plan, { atSecs: [0], owner: 'one' })
  const before = countStarted()
  await pool.draw(plan, { atSecs: [0], owner: 'one' })
  assert.equal(countStarted() - before, 1, 'in place of the one that waited')
})

test('nobody waits for long, and nothing is left', async (t) => {
  const { pool, plan, data } = await setUp(t, { keptMs: 1 })
  await pool.draw(plan, { atSecs: [0] })
  assert.ok(await waitFor(() => listChildren().length === 0, LIMIT_MS))
  await pool.close()
  assert.deepEqual(await readdir(join(data, 'lent')), [])
})

/** A data folder that children do not see, with the folders that the pool borrows. */
async function setUp(t: TestContext, { keptMs = LIMIT_MS, ...options }: Partial<StillsPoolOptions> = {}) {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'songreel-stills-')))
  const data = join(root, 'data')
  for (const name of ['lent', 'work']) await mkdir(join(data, name), { recursive: true })
  // Each child has a folder of its own, and no other.
  let started = 0
  const lendFolder = async () => {
    started++
    const path = await mkdtemp(join(data, 'lent', '/'))
    return { path, giveBack: () => rm(path, { recursive: true }) }
  }
  const pool = openStillsPool({ lendFolder, closedFolders: [data], keptMs, ...options })
  t.after(async () => {
    await pool.close()
    await rm(root, { recursive: true, force: true })
  })
  return { root, data, pool, countStarted: () => started, plan: anUnrulyPlan(join(data, 'work')) }
}

async function findWaiting(): Promise<number> {
  await waitFor(() => listChildren().length > 0, LIMIT_MS)
  // Each test draws one still at a time, so there is one that waits.
  return listChildren()[0]!
}
