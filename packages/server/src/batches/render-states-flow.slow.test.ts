import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { after, describe, test } from 'node:test'
import type { Render } from '@songreel/contract'
import { createSong } from '../../testing/builders.ts'
import { startFlow, TINY, unruly } from '../../testing/start-flow.ts'
import { makeTestSong } from '../../testing/test-song.ts'
import { waitFor } from '../../testing/wait-for.ts'

// Every row of the table of render states in docs/api.md, each through HTTP, queue, worker and engine.
// A render is held where the test wants to look at it: by its host, by its template, or by the storage.

const flow = await startFlow({ after }, { config: { concurrency: 1 } })
const { api, services, hosts, post, readRender, untilRender, untilFinal, listEvents, makeGate } = flow
const song = makeTestSong()
const { putStream } = services.storage
let heldUploads: Promise<void> | undefined
services.storage.putStream = async (source, keyOf, options) => {
  const { signal = new AbortController().signal } = options
  if (heldUploads && !signal.aborted) await Promise.race([heldUploads, once(signal, 'abort')])
  return putStream(source, keyOf, options)
}

/** A song whose host does not answer before it is told to. */
function holdSong(path: string): { audioUrl: string; release(): void } {
  const { promise, resolve } = Promise.withResolvers<void>()
  const audioUrl = hosts.put(path, async (_, response) => {
    await promise
    response.end(song)
  })
  return { audioUrl, release: resolve }
}

const media = (audioUrl: string) => ({
  artist: { name: 'Odalys Wren' },
  media: { name: 'Lanterns', audioUrl },
})
const act = (renderId: string, action: 'cancel' | 'retry') => api('POST', `/v1/renders/${renderId}/${action}`)
const isBetween = (value: number, low: number, high: number) =>
  assert.ok(value >= low && value <= high, `${value} lies between ${low} and ${high}`)

async function untilWorkIsGone(renderId: string): Promise<void> {
  const listWork = () => readdir(`${services.config.dataDir}/work`)
  await waitFor('its work folder is gone', async () => !(await listWork()).join().includes(renderId))
}

/** Brings a render into a state and keeps it there until `release`. */
const HELD: Record<'COLLECTING_ASSETS' | 'RENDERING' | 'UPLOADING', () => Promise<HeldRender>> = {
  async COLLECTING_ASSETS() {
    const { audioUrl, release } = holdSong(`/held-${Math.random()}.wav`)
    return { ...(await post(media(audioUrl))), release }
  },
  async RENDERING() {
    const gate = makeGate()
    return { ...(await post({ renders: [unruly({ waitForFile: gate.file })] })), release: gate.open }
  },
  async UPLOADING() {
    const { promise, resolve } = Promise.withResolvers<void>()
    const gate = makeGate()
    const made = await post({ renders: [unruly({ waitForFile: gate.file })] })
    await untilRender(made.renderId, 'RENDERING')
    heldUploads = promise
    gate.open()
    return {
      ...made,
      release() {
        heldUploads = undefined
        resolve()
      },
    }
  },
}
type HeldRender = { batchId: string; renderId: string; release(): void }

describe('PENDING', () => {
  test('inline form: created PENDING with progress 0, and COLLECTING_ASSETS when a worker takes it', async () => {
    const { audioUrl, release } = holdSong('/taken.wav')
    const blocker = await HELD.RENDERING()
    await untilRender(blocker.renderId, 'RENDERING')
    const { renderId } = await post(media(audioUrl))
    const { status, progress, queuePosition, attempt } = await readRender(renderId)
    assert.deepEqual([status, progress, queuePosition, attempt], ['PENDING', 0, 1, 1])

    blocker.release()
    await untilRender(renderId, 'COLLECTING_ASSETS')
    await act(renderId, 'cancel')
    release()
  })

  test('reference form: created COLLECTING_ASSETS with progress 0', async () => {
    const { mediaId } = await createSong(api, { audioUrl: flow.songUrl })
    const renders = [{ contentId: 'TEST_UNRULY', videoSettings: TINY }]
    const { body } = await api('POST', '/v1/batches', { mediaId, renders })
    assert.deepEqual([body.data.status, body.data.progress], ['PENDING', 0])
    const [{ renderId, status, progress }] = body.data.renders
    assert.deepEqual([status, progress], ['COLLECTING_ASSETS', 0])
    await untilRender(renderId, 'COMPLETED')
  })
})

describe('the way of a render that succeeds', () => {
  test('COLLECTING_ASSETS (progress 1 to 10) → RENDERING when all bytes are here and probed', async () => {
    const { renderId, release } = await HELD.COLLECTING_ASSETS()
    const collecting = await waitFor('collecting is reported', async () => {
      const render = await readRender(renderId)
      return render.status === 'COLLECTING_ASSETS' && render.phase === 'COLLECTING' && render
    })
    isBetween(collecting.progress, 1, 10)
    assert.equal(collecting.queuePosition, null)
    release()
    const { startedAt, excerpt } = await untilRender(renderId, 'COMPLETED')
    assert.ok(startedAt)
    assert.deepEqual(excerpt, { start: 0, end: 1 })
  })

  test('RENDERING (progress 10 to 90) → UPLOADING when the last frame is encoded', async (t) => {
    const { renderId, release } = await HELD.RENDERING()
    t.after(release)
    const rendering = await waitFor('frames are drawn', async () => {
      const render = await readRender(renderId)
      return render.phase === 'DRAWING' && render
    })
    assert.equal(rendering.status, 'RENDERING')
    isBetween(rendering.progress, 15, 90)
    release()
    await untilRender(renderId, 'COMPLETED')
  })

  test('UPLOADING (progress 90 to 99) → COMPLETED with 100, its files and one event', async () => {
    const { renderId, release } = await HELD.UPLOADING()
    const uploading = await untilRender(renderId, 'UPLOADING')
    isBetween(uploading.progress, 90, 99)
    assert.deepEqual(uploading.files, [])
    assert.equal(uploading.renderUrl, undefined)
    release()
    const done = await untilRender(renderId, 'COMPLETED')
    assert.equal(done.progress, 100)
    assert.deepEqual(
      done.files.map(({ kind }) => kind),
      ['VIDEO', 'POSTER'],
    )
    assert.equal((await fetch(done.renderUrl as string)).status, 200)
    await waitFor('the event arrives', async () => listEvents(renderId).length > 0)
    assert.deepEqual(
      listEvents(renderId).map(({ type }) => type),
      ['render.completed'],
    )
  })

  test('progress never falls and reaches 100 only together with COMPLETED', async () => {
    const { renderId } = await post()
    const seen: Render[] = []
    await waitFor('it is over', async () => {
      seen.push(await readRender(renderId))
      return seen.at(-1)?.status === 'COMPLETED'
    })
    const steps = seen.map(({ progress }) => progress)
    assert.deepEqual(
      steps,
      steps.toSorted((a, b) => a - b),
    )
    for (const { status, progress } of seen) assert.equal(progress === 100, status === 'COMPLETED')
    const order = ['PENDING', 'COLLECTING_ASSETS', 'RENDERING', 'UPLOADING', 'COMPLETED']
    const places = seen.map(({ status }) => order.indexOf(status))
    assert.deepEqual(
      places,
      places.toSorted((a, b) => a - b),
    )
  })
})

describe('any state that is not final → FAILED', () => {
  test('the input is at fault while collecting: at once, at the first attempt', async () => {
    const { batchId, renderId } = await post(media(`${hosts.url}/nowhere.wav`))
    await untilFinal(batchId)
    const { status, attempt, error, finishedAt } = await readRender(renderId)
    assert.deepEqual([status, attempt, error?.code], ['FAILED', 1, 'ASSET_UNREACHABLE'])
    assert.ok(finishedAt)
  })

  test('the input is at fault while rendering: at once, at the first attempt', async () => {
    const videoSettings = { ...TINY, audioStartEndSecs: { start: 0, end: 99 } }
    const { batchId, renderId } = await post({ renders: [{ ...unruly(), videoSettings }] })
    await untilFinal(batchId)
    const { status, attempt, error } = await readRender(renderId)
    assert.deepEqual([status, attempt, error?.code], ['FAILED', 1, 'AUDIO_RANGE_INVALID'])
  })

  test('the attempts are used up: two go back to PENDING by themselves, the third is final', async () => {
    const { batchId, renderId } = await post({ renders: [unruly({ trouble: 'CRASH' })] })
    const attempts = new Set<number>()
    await waitFor('it has failed', async () => {
      const { attempt, status } = await readRender(renderId)
      attempts.add(attempt)
      return status === 'FAILED'
    })
    assert.equal((await untilFinal(batchId)).status, 'FAILED')
    assert.deepEqual([...attempts], [1, 2, 3])
    await waitFor('the event arrives', async () => listEvents(renderId).length > 0)
    assert.deepEqual(
      listEvents(renderId).map(({ type }) => type),
      ['render.failed'],
      'reported once, at the end',
    )
  })
})

describe('any state that is not final → CANCELED', () => {
  let completedId = ''

  test('from PENDING', async () => {
    const blocker = await HELD.RENDERING()
    await untilRender(blocker.renderId, 'RENDERING')
    const { renderId } = await post()
    assert.equal((await readRender(renderId)).status, 'PENDING')
    const { body } = await act(renderId, 'cancel')
    assert.deepEqual([body.data.status, body.data.queuePosition], ['CANCELED', null])
    blocker.release()
    await untilRender(blocker.renderId, 'COMPLETED')
    assert.equal((await readRender(renderId)).status, 'CANCELED', 'no worker takes it up')
    completedId = blocker.renderId
  })

  for (const state of ['COLLECTING_ASSETS', 'RENDERING', 'UPLOADING'] as const) {
    test(`from ${state}: the work stops and leaves nothing`, async (t) => {
      const { renderId, release } = await HELD[state]()
      t.after(release)
      await waitFor(`it is ${state}`, async () => {
        const render = await readRender(renderId)
        return render.status === state && render.queuePosition === null
      })
      const { status, body } = await act(renderId, 'cancel')
      assert.deepEqual([status, body.data.status], [200, 'CANCELED'])
      await untilWorkIsGone(renderId)
      assert.equal((await act(renderId, 'cancel')).body.error.code, 'NOT_CANCELABLE')
      await waitFor('the event arrives', async () => listEvents(renderId).length > 0)
      assert.deepEqual(
        listEvents(renderId).map(({ type }) => type),
        ['render.canceled'],
      )
    })
  }

  test('not from COMPLETED', async () => {
    const { status, body } = await act(completedId, 'cancel')
    assert.deepEqual([status, body.error.code], [409, 'NOT_CANCELABLE'])
    assert.equal((await act(completedId, 'retry')).body.error.code, 'NOT_RETRYABLE')
  })
})

describe('FAILED, CANCELED → PENDING, attempt + 1', () => {
  test('POST /v1/renders/{id}/retry of a FAILED render: once its host is mended it completes', async () => {
    const { batchId, renderId } = await post(media(`${hosts.url}/late.wav`))
    await untilFinal(batchId)
    hosts.put('/late.wav', song)
    const { status, body } = await act(renderId, 'retry')
    const { status: state, attempt, progress, error, finishedAt } = body.data
    assert.deepEqual([status, state, attempt, progress, finishedAt], [200, 'PENDING', 2, 0, null])
    assert.equal(error, undefined)
    await untilRender(renderId, 'COMPLETED')
    const types = ['render.failed', 'render.completed']
    await waitFor('both events arrive', async () => listEvents(renderId).length === 2)
    assert.deepEqual(
      listEvents(renderId).map(({ type }) => type),
      types,
    )
  })

  test('POST /v1/renders/{id}/retry of a CANCELED render', async () => {
    const { renderId, release } = await HELD.RENDERING()
    await untilRender(renderId, 'RENDERING')
    await act(renderId, 'cancel')
    release()
    const { body } = await act(renderId, 'retry')
    assert.deepEqual([body.data.status, body.data.attempt], ['PENDING', 2])
    assert.equal((await untilRender(renderId, 'COMPLETED')).attempt, 2)
    assert.equal((await act(renderId, 'retry')).body.error.code, 'NOT_RETRYABLE')
  })

  test('POST /v1/batches/{id}/retry takes up the FAILED and the CANCELED, and leaves the COMPLETED alone', async () => {
    const gate = makeGate()
    const tooLate = { ...unruly(), videoSettings: { ...TINY, audioStartEndSecs: { start: 0, end: 99 } } }
    const { batchId } = await post({ renders: [unruly(), tooLate, unruly({ waitForFile: gate.file })] })
    const batch = await flow.readBatch(batchId)
    const [completed, failed, canceled] = batch.renders.map(({ renderId }) => renderId) as [
      string,
      string,
      string,
    ]
    await untilRender(completed, 'COMPLETED')
    await act(canceled, 'cancel')
    await untilFinal(batchId)
    gate.open()
    const { body } = await api('POST', `/v1/batches/${batchId}/retry`)
    assert.deepEqual(
      body.data.renders.map(({ status }: { status: string }) => status),
      ['COMPLETED', 'PENDING', 'PENDING'],
    )
    await untilFinal(batchId)
    const attempts = await Promise.all(
      [completed, failed, canceled].map(async (id) => (await readRender(id)).attempt),
    )
    assert.deepEqual(attempts, [1, 2, 2])
  })
})
