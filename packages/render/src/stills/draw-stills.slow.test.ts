import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { encodePcm, synthesiseSong } from '@songreel/audio/synth'
import { parseTemplateData } from '@songreel/kit/core'
import type { Template } from '@songreel/kit/input'
import { Packet } from 'node-av/lib'
import sharp from 'sharp'
import { aFixturePlan, anUnrulyPlan } from '../../testing/plans.ts'
import { openVideo } from '../container/open-video.ts'
import { h264 } from '../encode/codecs/h264.ts'
import { planSegments } from '../encode/frame-source.ts'
import { createSegmentEncoder } from '../encode/segments/segment-encoder.ts'
import { OUTPUT_FORMATS } from '../formats/catalogue.ts'
import type { RenderPlan } from '../plan/render-plan.ts'
import { renderVideoInChild } from '../process/render-in-child.ts'
import { renderStillsInChild } from '../process/stills-in-child.ts'
import { buildScene } from '../scene/build-scene.ts'
import { prepareScene } from '../scene/prepare-scene.ts'
import { renderVideo } from '../video/render-video.ts'
import { drawStills } from './draw-stills.ts'

/** Past four seconds a second segment begins, which another thread draws. */
const AT_SECS = [0, 1.4, 4.6, 99]

describe('a preview is the export', () => {
  let folder = ''
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'songreel-stills-'))
    const { pcm } = synthesiseSong({ bpm: 120, secs: 8 })
    encodePcm(pcm, join(folder, 'song.flac'), { encoder: 'flac', container: 'flac' })
    await sharp({ create: { width: 96, height: 64, channels: 3, background: '#c24e1f' } })
      .jpeg()
      .toFile(join(folder, 'cover.jpg'))
  })
  after(() => rm(folder, { recursive: true, force: true }))

  for (const changes of [
    { quality: 'PREVIEW', fps: 15, size: { width: 90, height: 160 } },
    { quality: 'FULL', fps: 30, size: { width: 180, height: 320 } },
  ] satisfies Partial<RenderPlan>[]) {
    test(`${changes.quality}: a still has the bytes of the frame that the encoder is given for the finished file`, async () => {
      const plan = planOf(folder, changes)
      const { pictures: stills } = await drawStills(plan, AT_SECS)
      const { file } = await renderVideo(plan)
      const { pictures, packets, lastFrame } = await encodeAgain(plan)

      for (const [i, secs] of AT_SECS.entries()) {
        const { data } = await sharp(stills[i]).raw().toBuffer({ resolveWithObject: true })
        const frame = Math.min(lastFrame, Math.floor(secs * plan.fps))
        assert.ok(data.equals(pictures[frame]!), `the still at ${secs} s is not frame ${frame}`)
      }
      const written = readPackets(file)
      assert.equal(written.length, packets.length)
      for (const [i, packet] of written.entries()) {
        assert.deepEqual(packet, packets[i], `packet ${i} of the file is of another picture`)
      }
    })
  }

  test('it is the same through the door that servers and the command line use', async () => {
    const plan = planOf(folder, { size: { width: 90, height: 160 } })
    const [still] = (await drawStills(plan, [1.4])).pictures
    const [fromChild] = await renderStillsInChild(plan, { atSecs: [1.4] })
    assert.ok(Buffer.from(fromChild!).equals(still!))
  })

  test('a clip has the pictures of the export, from the moment it starts at', async () => {
    const plan = planOf(folder, { size: { width: 90, height: 160 } })
    const clip = { ...plan, clip: { startSecs: 2, secs: 1 } }
    const [first, last, beyond] = (await drawStills(clip, [0, 0.9, 99])).pictures
    const [wholeFirst, wholeLast, wholeBeyond] = (await drawStills(plan, [2, 2.9, 2.99])).pictures
    assert.ok(first?.length && last?.length && beyond?.length)
    assert.deepEqual([first, last, beyond], [wholeFirst, wholeLast, wholeBeyond])
    const { durationSecs, excerpt } = await renderVideo(clip)
    assert.deepEqual([durationSecs, excerpt], [1, { startSecs: 2.5, endSecs: 3.5 }])
  })

  test('reduced motion reaches the template, and its music no longer jumps', async () => {
    const { scene: full } = await prepareScene(planOf(folder, {}))
    const { scene: reduced } = await prepareScene(planOf(folder, { motion: 'REDUCED' }))
    const largestJump = ({ beat }: typeof full.audio) =>
      beat.reduce((top, level, i) => Math.max(top, level - (beat[i - 1] ?? level)), 0)
    assert.deepEqual([full.motion, reduced.motion], ['FULL', 'REDUCED'])
    assert.ok(largestJump(full.audio) > 0.5 && largestJump(reduced.audio) < 0.1)
  })

  test('data that a schema transforms is parsed once, however many processes and threads draw', async () => {
    const url = new URL('../../testing/transforming-template.ts', import.meta.url).href
    const { template } = (await import(url)) as { template: Template }
    const data = parseTemplateData(template, { width: '50%' })
    assert.throws(() => parseTemplateData(template, data))
    const plan = anUnrulyPlan(folder, { template: { contentId: 'TEST_TRANSFORMING', url }, data, threads: 2 })
    const [still] = await renderStillsInChild(plan, { atSecs: [0.5] })
    const { data: rgb } = await sharp(still).raw().toBuffer({ resolveWithObject: true })
    const row = [...Array(160).keys()].map((x) => rgb[3 * x])
    assert.deepEqual([row[10], row[70], row[90], row[150]], [255, 255, 0, 0])
    assert.equal((await renderVideoInChild(plan)).checks.isPassed, true)
  })
})

function planOf(folder: string, changes: Partial<RenderPlan>): RenderPlan {
  const files = { audio: join(folder, 'song.flac'), cover: join(folder, 'cover.jpg'), clips: [] }
  const excerpt = { startSecs: 0.5, endSecs: 5.7 }
  return aFixturePlan(folder, files.audio, {
    files,
    excerpt,
    threads: 2,
    outFile: join(folder, 'video.mp4'),
    ...changes,
  })
}

/** Every picture as the encoder gets it, and what the encoder makes of it, as units without their start codes. */
async function encodeAgain(plan: RenderPlan) {
  const { scene: scenePlan } = await prepareScene(plan)
  const scene = await buildScene(scenePlan)
  const encoder = createSegmentEncoder(scene, h264, plan.quality)
  const pictures: Buffer[] = []
  const packets: string[][] = []
  const segments = planSegments(scene.frameCount, OUTPUT_FORMATS.MP4.segmentSecs * scene.fps)
  assert.ok(segments.length > 1)
  for (const [index, range] of segments.entries()) {
    const { bytes, sizes } = encoder.encode(index, range, (_, frame) => {
      pictures[frame] = Buffer.from(scene.readRgb())
    })
    let start = 0
    for (const size of sizes) {
      packets.push(splitAtStartCodes(Buffer.from(bytes.subarray(start, start + size))))
      start += size
    }
  }
  encoder.free()
  scene.close()
  return { pictures, packets, lastFrame: scene.frameCount - 1 }
}

function readPackets(file: string): string[][] {
  const opened = openVideo(file, 'mov')
  const packet = new Packet()
  packet.alloc()
  const packets: string[][] = []
  while (opened.demuxer.readFrameSync(packet) >= 0) {
    if (packet.streamIndex === opened.video!.index) packets.push(splitByLengths(Buffer.from(packet.data!)))
    packet.unref()
  }
  packet.free()
  opened.close()
  return packets
}

/** Units as the encoder writes them: each begins with 00 00 01. */
function splitAtStartCodes(bytes: Buffer): string[] {
  const units = bytes.toString('latin1').split('\u0000\u0000\u0001')
  // A start code may have one more zero in front; no unit ends with one.
  return units.map((unit) => (unit.endsWith('\0') ? unit.slice(0, -1) : unit)).filter((unit) => unit !== '')
}

/** Units as an MP4 holds them: each behind its length. */
function splitByLengths(bytes: Buffer): string[] {
  const units: string[] = []
  for (let at = 0; at + 4 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at)
    units.push(bytes.toString('latin1', at + 4, at + 4 + length))
    at += 4 + length
  }
  return units
}
