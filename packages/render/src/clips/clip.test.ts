import assert from 'node:assert/strict'
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { chance, clip } from '@songreel/kit'
import { createScene } from '@songreel/kit/drawing'
import type { ClipFile } from '@songreel/kit/input'
import { drawLayers, ground, type Shot, SMALL, shoot } from '@songreel/kit/testing/draw-layers.ts'
import { CodecContext, type Frame as Picture } from 'node-av/lib'
import { writeEarlyX264 } from '../../testing/early-x264.ts'
import { writeTestVideo } from '../../testing/write-test-video.ts'
import type { FrameSource } from '../encode/frame-source.ts'
import type { OutputFormat } from '../formats/catalogue.ts'
import { readClipFile } from '../probe/read-clip-file.ts'
import { openClipReader } from './clip-reader.ts'
import { CLIP_SUPPLIES } from './clip-supplies.ts'

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'songreel-clip-'))
})
after(() => rm(folder, { recursive: true, force: true }))

type Layers = Parameters<typeof createScene>[0]
type Form = Parameters<typeof createScene>[1]
const openScene = (layers: Layers, form: Form) => createScene(layers, { ...form, ...CLIP_SUPPLIES })
const drawClips = (layers: Layers, frameIndex = 0, form: Form = SMALL) =>
  drawLayers(layers, frameIndex, { ...form, ...CLIP_SUPPLIES })

/** Each frame is flat and as bright as its number says; its right half is darker, so that turns and cuts show. */
function numberedFrames(frameCount: number, fps: number, size = { width: 160, height: 90 }): FrameSource {
  const strideY = Math.ceil(size.width / 32) * 32
  const strideC = Math.ceil(strideY / 64) * 32
  const planes = {
    y: new Uint8Array(strideY * size.height),
    u: new Uint8Array(strideC * Math.ceil(size.height / 2)).fill(90),
    v: new Uint8Array(strideC * Math.ceil(size.height / 2)).fill(170),
    strideY,
    strideC,
  }
  return {
    size,
    fps,
    frameCount,
    draw: (index) => {
      for (let row = 0; row < size.height; row++) {
        planes.y.fill(60 + index * 2, row * strideY, row * strideY + size.width / 2)
        planes.y.fill(30, row * strideY + size.width / 2, (row + 1) * strideY)
      }
      return planes
    },
  }
}

/** Specks of all kinds of light and colour, others every fourth picture. */
function scatteredFrames(frameCount: number): FrameSource {
  const source = numberedFrames(frameCount, 25)
  return {
    ...source,
    draw: (index) => {
      const planes = source.draw(index)
      for (const plane of [planes.y, planes.u, planes.v])
        for (const i of plane.keys()) plane[i] = 40 + 170 * chance(Math.floor(i / 3), index >> 2)
      return planes
    },
  }
}

async function writeClip(name: string, format: OutputFormat, frames: FrameSource): Promise<ClipFile> {
  const file = join(folder, name)
  await writeTestVideo({ file, format, frames, quality: 'HD' })
  return readClipFile(file)
}

const left = (shot: Shot) => shot.y[40 * shot.width + 20]!
const numberOf = (shot: Shot) => (left(shot) - 60) / 2

for (const [format, name] of [
  ['MP4', 'a.mp4'],
  ['MOV', 'a.mov'],
  ['WEBM', 'a.webm'],
] as const) {
  test(`${format}: every time shows its own picture, in any order`, async () => {
    const file = await writeClip(name, format, numberedFrames(70, 25))
    assert.equal(file.fps, 25)
    const reader = openClipReader(file)
    const scene = await openScene([clip(file, { atEnd: 'HOLD' })], {
      size: { width: 150, height: 86 },
      fps: 25,
      frameCount: 70,
    })
    for (const index of [0, 1, 2, 40, 41, 3, 69, 68, 0, 55, 12]) {
      const seen = numberOf(shoot(scene.draw(index)))
      assert.ok(Math.abs(seen - index) < 1, `frame ${index} shows picture ${seen}`)
    }
    scene.close()
    reader.close()
  })
}

test('a cut reads from the nearest key frame on, and from the one before where pictures come before theirs', async (t) => {
  const file = await writeClip('keys.mp4', 'MP4', numberedFrames(70, 25))
  const scene = await openScene([clip(file)], { size: { width: 150, height: 86 }, fps: 25, frameCount: 70 })
  const sent = t.mock.method(CodecContext.prototype, 'sendPacketSync').mock
  // The encoder sets a key frame every two seconds.
  for (const [index, mostPackets] of [
    [52, 12],
    [10, 20],
    [50, 12],
    [49, 70],
  ] as const) {
    sent.resetCalls()
    assert.ok(Math.abs(numberOf(shoot(scene.draw(index))) - index) < 1, `frame ${index}`)
    assert.ok(sent.callCount() <= mostPackets, `frame ${index} took ${sent.callCount()} packets`)
  }
  scene.close()
})

test('a cut into a film that tells only at its start how it is read shows the same as one from there', async () => {
  const file = join(folder, 'early.mp4')
  await writeEarlyX264(file, scatteredFrames(80))
  const read = (...times: number[]) => {
    const reader = openClipReader({ ...clipFile, path: file })
    const seen = times.map((secs) => Buffer.concat(reader.pictureAt(secs).picture.data ?? []))
    reader.close()
    return seen.at(-1)!
  }
  const clipFile = await readClipFile(file)
  for (const secs of [1.6, 2, 2.2, 2.72, 2.8, 3]) assert.ok(read(secs).equals(read(0, secs)), `at ${secs} s`)
})

test('after a cut no picture is decoded in vain that no other is made from', async (t) => {
  const file = await writeClip('far.mp4', 'MP4', numberedFrames(70, 25))
  const scene = await openScene([clip(file)], { size: { width: 150, height: 86 }, fps: 25, frameCount: 70 })
  const receive = CodecContext.prototype.receiveFrameSync
  let decoded = 0
  t.mock.method(CodecContext.prototype, 'receiveFrameSync', function (this: CodecContext, picture: Picture) {
    const result = receive.call(this, picture)
    if (result >= 0) decoded++
    return result
  })
  // Five of six pictures are made from others alone: nine of the first fifty are needed for others.
  for (const index of [47, 10, 69]) {
    decoded = 0
    assert.ok(Math.abs(numberOf(shoot(scene.draw(index))) - index) < 1, `frame ${index}`)
    assert.ok(decoded <= 12, `frame ${index} took ${decoded} pictures`)
  }
  scene.close()
})

test('what lies below comes back where a clip that filled the frame gives way', async () => {
  const file = await writeClip('window.mp4', 'MP4', numberedFrames(10, 25))
  const form = { size: { width: 150, height: 86 }, fps: 25, frameCount: 10 }
  const whole = { x: 0, y: 0, ...form.size }
  const half = { ...whole, width: 74 }
  const layers = [ground('#c0c0c0'), clip(file, { box: ({ index }) => (index < 5 ? whole : half) })]
  const scene = await openScene(layers, form)
  for (const index of [0, 4, 5, 1, 9]) {
    assert.deepEqual(shoot(scene.draw(index)), await drawClips(layers, index, form), `frame ${index}`)
  }
  scene.close()
})

test('a clip of another frame rate shows the last picture that has begun', async () => {
  const file = await writeClip('slow.mp4', 'MP4', numberedFrames(24, 12))
  const scene = await openScene([clip(file)], { size: { width: 150, height: 86 }, fps: 30, frameCount: 60 })
  for (const index of [0, 1, 2, 3, 5, 6, 29, 30]) {
    const seen = numberOf(shoot(scene.draw(index)))
    assert.ok(Math.abs(seen - Math.floor((index / 30) * 12 + 1e-6)) < 1, `frame ${index} shows ${seen}`)
  }
  scene.close()
})

test('a picture that is shown in several frames follows every change of size, place and grade', async () => {
  const file = await writeClip('still.mp4', 'MP4', numberedFrames(6, 2, { width: 640, height: 360 }))
  const form = { size: { width: 150, height: 86 }, fps: 30, frameCount: 60 }
  const widthAt = (index: number) => 150 - 2 * (index % 4)
  const layers = [
    clip(file, {
      zoom: ({ index }) => 1 + 0.002 * (index % 7) + (index % 11 === 0 ? 4 : 0),
      panX: ({ index }) => Math.sin(index / 3),
      grade: ({ index }) => ({ brightness: index % 5 === 0 ? 0.8 : 1.1 }),
      box: ({ index }) => ({ x: 0, y: 0, width: widthAt(index), height: 86 }),
    }),
  ]
  const scene = await openScene(layers, form)
  for (let index = 0; index < 40; index++) {
    const alone = await drawClips(layers, index, form)
    const shot = shoot(scene.draw(index))
    for (let row = 0; row < 86; row++) {
      const cut = (from: Shot) => from.y.subarray(row * from.width, row * from.width + widthAt(index))
      assert.deepEqual(cut(shot), cut(alone), `frame ${index}, row ${row}`)
    }
  }
  scene.close()
})

test('past its end a clip starts again or holds its last picture', async () => {
  const file = await writeClip('short.mp4', 'MP4', numberedFrames(20, 20))
  const form = { size: { width: 150, height: 86 }, fps: 20, frameCount: 60 }
  assert.ok(Math.abs(numberOf(await drawClips([clip(file)], 25, form)) - 5) < 1)
  assert.ok(Math.abs(numberOf(await drawClips([clip(file, { atEnd: 'HOLD' })], 55, form)) - 19) < 1)
})

test('a turned clip stands upright', async () => {
  const file = await writeClip('turned.mp4', 'MP4', numberedFrames(5, 20))
  for (const [degrees, matrix, bright] of [
    [90, [0, 1, -1, 0], 'top'],
    [180, [-1, 0, 0, -1], 'right'],
    [270, [0, -1, 1, 0], 'bottom'],
  ] as const) {
    const turned = await writeTurned(file, `turned-${degrees}.mp4`, matrix)
    const isUpright = degrees === 180
    assert.deepEqual([turned.width, turned.height], isUpright ? [160, 90] : [90, 160])
    const size = isUpright ? { width: 160, height: 90 } : { width: 90, height: 160 }
    const shot = await drawClips([clip(turned)], 0, { size, fps: 20, frameCount: 5 })
    const at = (x: number, y: number) =>
      shot.y[Math.floor(y * size.height) * size.width + Math.floor(x * size.width)]!
    const places = { top: [0.5, 0.1], right: [0.9, 0.5], bottom: [0.5, 0.9], left: [0.1, 0.5] } as const
    for (const [side, [x, y]] of Object.entries(places)) {
      if (side === bright) assert.ok(at(x, y) > 50, `${degrees}: ${side} is bright`)
      const isOpposite = { top: 'bottom', bottom: 'top', left: 'right', right: 'left' }[bright] === side
      if (isOpposite) assert.ok(at(x, y) < 45, `${degrees}: ${side} is dark`)
    }
  }
})

test('odd sizes, far reduction and enlargement cover the frame to its very edge', async () => {
  const odd = await writeClip('odd.webm', 'WEBM', numberedFrames(3, 20, { width: 101, height: 57 }))
  const large = await writeClip('large.mp4', 'MP4', numberedFrames(3, 20, { width: 1280, height: 720 }))
  for (const file of [odd, large]) {
    for (const size of [
      { width: 150, height: 86 },
      { width: 90, height: 160 },
      { width: 400, height: 300 },
    ]) {
      const shot = await drawClips([clip(file, { panX: -1 })], 0, { size, fps: 20, frameCount: 3 })
      const corners = [0, size.width * (size.height - 1)].map((i) => shot.y[i]!)
      for (const corner of corners)
        assert.ok(Math.abs(corner - 60) < 4, `${file.path} at ${size.width}: ${corner}`)
      const chroma = [0, (size.width / 2) * (size.height / 2 - 1), (size.width / 2) * (size.height / 2) - 1]
      for (const i of chroma) assert.ok(Math.abs(shot.u[i]! - 90) < 5, `chroma ${shot.u[i]} at ${i}`)
    }
  }
})

test('several clips share a layer, and cutting back to one of many opens it again', async () => {
  const files = await Promise.all(
    [1, 2, 3, 4, 5].map((count) => writeClip(`many-${count}.mp4`, 'MP4', numberedFrames(4 * count, 20))),
  )
  const which = (frame: { index: number }) => frame.index % files.length
  const layer = clip(files, { which, time: (frame) => 3 + 4 * which(frame), atEnd: 'HOLD' })
  const scene = await openScene([layer], { size: { width: 150, height: 86 }, fps: 20, frameCount: 12 })
  for (const index of [0, 1, 2, 3, 4, 0, 5, 9, 2]) {
    const last = 4 * (which({ index }) + 1) - 1
    const seen = numberOf(shoot(scene.draw(index)))
    assert.ok(Math.abs(seen - last) < 1, `frame ${index} shows picture ${seen} of ${last}`)
  }
  scene.close()
})

test('of several clips only the one that is shown has a decoder', async (t) => {
  const files = await Promise.all(
    [1, 2, 3].map((count) => writeClip(`awake-${count}.mp4`, 'MP4', numberedFrames(4 * count, 20))),
  )
  const opened = t.mock.method(CodecContext.prototype, 'open2Sync').mock
  const freed = t.mock.method(CodecContext.prototype, 'freeContext').mock
  const layer = clip(files, { which: ({ index }) => index % files.length, time: () => 0 })
  const scene = await openScene([layer], { size: { width: 150, height: 86 }, fps: 20, frameCount: 12 })
  for (const index of [0, 1, 2, 3, 3, 6, 4]) {
    scene.draw(index)
    assert.equal(opened.callCount() - freed.callCount(), 1, `frame ${index}`)
  }
  assert.equal(opened.callCount(), 5)
  scene.close()
  assert.equal(opened.callCount(), freed.callCount())
})

test('a grade changes light and colour by exactly what it says, in every frame alike', async () => {
  const size = { width: 150, height: 86 }
  const file = await writeClip('plain.mp4', 'MP4', numberedFrames(3, 20, size))
  const form = { size, fps: 20, frameCount: 3 }
  const plain = await drawClips([clip(file)], 0, form)
  const bright = { brightness: 1.2, saturation: 0.5 }
  const toned = { contrast: 0.8, shadows: '#0000ff', highlights: '#ff0000', tone: 0.5 }
  const scene = await openScene([clip(file, { grade: ({ index }) => (index === 0 ? bright : toned) })], form)
  const blue = { u: 112, v: -10.3 }
  const red = { u: -25.7, v: 112 }
  for (const index of [0, 1, 0]) {
    const shot = shoot(scene.draw(index))
    const at = 20 * (size.width / 2) + 10
    const luma = left(plain) + (index === 0 ? 0 : 2) - 16
    const chroma = { u: plain.u[at]! - 128, v: plain.v[at]! - 128 }
    const light = luma / 219
    const expected =
      index === 0
        ? [1.2 * luma, 0.5 * chroma.u, 0.5 * chroma.v]
        : [
            0.8 * luma + 0.2 * 0.45 * 219,
            chroma.u + 0.5 * (blue.u + light * (red.u - blue.u)),
            chroma.v + 0.5 * (blue.v + light * (red.v - blue.v)),
          ]
    const seen = [left(shot) - 16, shot.u[at]! - 128, shot.v[at]! - 128]
    for (const [i, value] of seen.entries())
      assert.ok(Math.abs(value - expected[i]!) <= 2, `frame ${index}: ${seen} instead of ${expected}`)
  }
  scene.close()
})

test('opposite hues in shadows and highlights stay on their own sides', async () => {
  const size = { width: 150, height: 86 }
  const file = await writeClip('opposite.mp4', 'MP4', numberedFrames(81, 20, size))
  const grade = { saturation: 0, shadows: '#0000ff', highlights: '#ffff00', tone: 1 }
  const shot = await drawClips([clip(file, { grade })], 80, { size, fps: 20, frameCount: 81 })
  const expected = 128 + 112 - (224 * (220 - 16)) / 219
  const seen = shot.u[20 * (size.width / 2) + 10]!
  assert.ok(Math.abs(seen - expected) < 6, `${seen} instead of ${expected}`)
})

test('of a clip that is cut, nothing is seen that was not read and graded', async () => {
  const size = { width: 320, height: 90 }
  const file = await writeClip('wide.mp4', 'MP4', numberedFrames(4, 20, size))
  const form = { size: { width: 40, height: 80 }, fps: 20, frameCount: 4 }
  for (const [panX, zoom] of [
    [-1, 1],
    [0.7, 1.3],
    [1, 9],
  ] as const) {
    const cut = await openScene([clip(file, { panX, zoom, grade: { brightness: 0 } })], form)
    for (const index of [0, 3, 1]) {
      const { y } = shoot(cut.draw(index))
      assert.ok(y.every((luma) => luma === 16))
    }
    cut.close()
  }
})

test('the engine is shown no memory of a picture, so that none looks like garbage to be collected', async () => {
  const size = { width: 640, height: 360 }
  const file = await writeClip('long.mp4', 'MP4', numberedFrames(30, 30, size))
  const scene = await openScene([clip(file)], { size, fps: 30, frameCount: 30 })
  scene.draw(0)
  const { external } = process.memoryUsage()
  for (let index = 1; index < 30; index++) scene.draw(index)
  const pictureBytes = size.width * size.height * 1.5
  const grown = process.memoryUsage().external - external
  assert.ok(grown < 4 * pictureBytes, `${grown} bytes for 29 pictures of ${pictureBytes}`)
  scene.close()
})

test('a clip is looked at as a viewer sees it', async () => {
  const file = await writeClip('looked-at.mp4', 'MP4', numberedFrames(40, 20))
  const [early, late] = (await readClipFile(file.path, { lookCount: 2 })).looks
  assert.ok(early && late && early.secs < late.secs && late.secs < 2)
  assert.ok(early.brightness > 0.1 && early.brightness < 0.4 && early.contrast > 0.05, JSON.stringify(early))
  const turned = await writeTurned(file, 'looked-at-turned.mp4', [0, 1, -1, 0])
  const [look] = (await readClipFile(turned.path, { lookCount: 1 })).looks
  assert.ok(look && look.salience.rows > look.salience.columns)
})

test('a clip at opacity 0 is never opened, and a damaged one says so', async () => {
  const file = await writeClip('whole.mp4', 'MP4', numberedFrames(3, 20))
  const missing = { ...file, path: join(folder, 'missing.mp4') }
  const shot = await drawClips([clip(missing, { opacity: () => 0 })])
  assert.equal(Math.max(...shot.y), 16)
  const broken = join(folder, 'broken.mp4')
  await copyFile(file.path, broken)
  const bytes = await readFile(broken)
  const start = bytes.indexOf('mdat') + 4
  await writeFile(broken, bytes.fill(0, start))
  await assert.rejects(() => drawClips([clip({ ...file, path: broken })]), {
    name: 'RenderError',
    code: 'ASSET_CORRUPT',
  })
})

/** Copies a file with another display matrix in its track header: what phones do instead of turning pixels. */
async function writeTurned(file: ClipFile, name: string, [a, b, c, d]: readonly number[]): Promise<ClipFile> {
  const bytes = await readFile(file.path)
  // Version 0: 4 bytes of version and flags, then 36 bytes until the matrix.
  const matrix = bytes.indexOf('tkhd') + 4 + 40
  const [x, y] = [a! < 0 || c! < 0 ? 160 : 0, b! < 0 || d! < 0 ? 90 : 0]
  const values = [a! * 65536, b! * 65536, 0, c! * 65536, d! * 65536, 0, x * 65536, y * 65536, 0x40000000]
  for (const [i, value] of values.entries()) bytes.writeInt32BE(value, matrix + i * 4)
  const path = join(folder, name)
  await writeFile(path, bytes)
  return readClipFile(path)
}
