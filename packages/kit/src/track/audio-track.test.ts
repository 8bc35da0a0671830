import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { BAND_COUNT, createAudioTrack, silentAudioTrackData } from './audio-track.ts'

test('a frame reads its own row of bands, and frames outside read the nearest one', () => {
  const data = silentAudioTrackData(3, 30)
  data.bands.fill(0.5, BAND_COUNT, 2 * BAND_COUNT)
  data.bass.set([0.1, 0.2, 0.3])
  const track = createAudioTrack(data)

  assert.equal(track.bands({ index: 1 }).length, BAND_COUNT)
  assert.equal(track.bands({ index: 1 })[63], 0.5)
  assert.equal(track.bands({ index: 2 })[0], 0)
  assert.equal(track.bass({ index: 99 }), Math.fround(0.3))
  assert.equal(track.bass({ index: -1 }), Math.fround(0.1))
})

test('a waveform keeps the highest peak of each column, for any column count', () => {
  const data = { ...silentAudioTrackData(2, 30), peaks: Float32Array.from([0.1, 0.9, 0.2, 0.4]) }
  const track = createAudioTrack(data)

  assert.deepEqual([...track.waveform(2)], [Math.fround(0.9), Math.fround(0.4)])
  assert.deepEqual([...track.waveform(4)], [...data.peaks])
  assert.equal(track.waveform(7).length, 7)
})

test('a section is found by the frame within it', () => {
  const sections = [
    { startSecs: 0, endSecs: 1, label: 'A', energy: 0.2 },
    { startSecs: 1, endSecs: 2, label: 'B', energy: 0.9 },
  ]
  const track = createAudioTrack({ ...silentAudioTrackData(60, 30), sections })

  assert.equal(track.section({ index: 29 }).label, 'A')
  assert.equal(track.section({ index: 30 }).label, 'B')
  assert.equal(track.section({ index: 59 }).label, 'B')
})

test('a thread reads the same memory', async () => {
  const data = silentAudioTrackData(4, 30)
  const code = `
    const { parentPort, workerData } = require('node:worker_threads')
    workerData.bass[2] = 0.75
    parentPort.postMessage('written')`
  const worker = new Worker(code, { eval: true, workerData: data })
  await new Promise((resolve) => worker.once('message', resolve))
  await worker.terminate()

  assert.equal(createAudioTrack(data).bass({ index: 2 }), 0.75)
})
