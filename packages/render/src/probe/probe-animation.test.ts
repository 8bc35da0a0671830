import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { crc32, deflateRawSync } from 'node:zlib'
import {
  aBoundLottie,
  aLayer,
  aLottie,
  aPicture,
  aSquare,
  aText,
} from '@songreel/kit/testing/sample-lottie.ts'
import { readLogoSting } from '../brand/read-animation.ts'
import { probeMediaInChild } from '../process/probe-in-child.ts'
import { probeMedia } from './probe-media.ts'

const expect = 'ANIMATION'
const DOT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAABHNCSVQICAgIfAhkiAAAAAFzUkdCAK7OHOkAAAALSURBVAiZY2AAAgAABQABYlUyiAAAAABJRU5ErkJggg==',
  'base64',
)

describe('a probe of an animation', () => {
  let folder = ''
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'songreel-animations-'))
  })
  after(() => rm(folder, { recursive: true, force: true }))
  const write = async (name: string, content: Uint8Array | string | object) => {
    const path = join(folder, name)
    const isRaw = typeof content === 'string' || content instanceof Uint8Array
    await writeFile(path, isRaw ? content : JSON.stringify(content))
    return path
  }

  test('draws it in a contained process, and tells what is in it and what will look otherwise', async () => {
    const path = await write('card.json', {
      ...aBoundLottie(),
      layers: [aText('TITLE'), aPicture(), aSquare()],
    })
    const facts = await probeMediaInChild(path, { expect })
    const { kind, codec, width, height, fps, durationSecs, animation } = facts
    assert.deepEqual(
      { kind, codec, width, height, fps },
      { kind: expect, codec: 'lottie', width: 200, height: 200, fps: 30 },
    )
    assert.equal(durationSecs, 2)
    assert.deepEqual(
      [animation?.format, animation?.layers, animation?.missingFonts],
      ['JSON', 3, ['Sofia-Bold']],
    )
    assert.deepEqual(animation?.slots.image, ['Cover', 'art'])
    assert.ok((animation?.costMs ?? 99) > 0 && (animation?.costMs ?? 99) < 60, `${animation?.costMs} ms`)
    assert.match(animation?.notes.join(' ') ?? '', /Sofia-Bold/)
  })

  test('opens .lottie archives of both versions, with their pictures', async () => {
    const lottie = aLottie({
      assets: [{ id: 'a', w: 1, h: 1, u: '', p: 'dot.png' }],
      layers: [aSquare(), { ...aPicture('Dot'), refId: 'a' }],
    })
    const manifest = { version: '1', animations: [{ id: 'spark' }] }
    for (const [name, animations, images] of [
      ['first', 'animations', 'images'],
      ['second', 'a', 'i'],
    ]) {
      const zip = packZip({
        'manifest.json': JSON.stringify(manifest),
        [`${animations}/spark.json`]: JSON.stringify(lottie),
        [`${images}/dot.png`]: DOT,
      })
      const { animation, width } = await probeMedia(await write(`${name}.lottie`, zip), { expect })
      assert.deepEqual([animation?.format, animation?.layers, width], ['LOTTIE', 2, 200])
    }
  })

  test('plays the animation that an archive begins with, and tells what of the archive it leaves out', async () => {
    const files = {
      'a/one.json': JSON.stringify(aLottie()),
      'a/two.json': JSON.stringify(aLottie({ w: 400, h: 100 })),
      't/dark.json': '{"rules":[]}',
      's/hover.json': '{}',
    }
    const animations = [{ id: 'one' }, { id: 'two', speed: 2 }]
    const plain = { version: '2', animations }
    const open = async (name: string, manifest: object) => {
      const zip = packZip({ 'manifest.json': JSON.stringify(manifest), ...files })
      return probeMedia(await write(name, zip), { expect })
    }
    const first = await open('several.lottie', plain)
    assert.deepEqual([first.width, first.animation?.notes], [200, ['Of its 2 animations one is played.']])
    const second = await open('initial.lottie', {
      ...plain,
      initial: { animation: 'two' },
      themes: [{ id: 'dark' }],
      stateMachines: [{ id: 'hover' }],
    })
    const notes = second.animation?.notes.join(' ') ?? ''
    assert.equal(second.width, 400)
    for (const told of [
      /two is played/,
      /themes are not used/,
      /state machines are not run/,
      /speed, direction/,
    ])
      assert.match(notes, told)
    assert.equal((await open('old.lottie', { ...plain, activeAnimationId: 'two' })).width, 400)
  })

  test('takes pictures for what they are, whatever they are called, and sounds for no pictures', async () => {
    const { default: sharp } = await import('sharp')
    const ground = { width: 3, height: 2, channels: 4 as const, background: '#ff0000' }
    const animation = aLottie({
      assets: [
        { id: 'a', w: 3, h: 2, u: 'images/', p: 'dot.png' },
        { id: 'b', u: '', p: 'song.mp3' },
      ],
      layers: [aSquare(), { ...aPicture('Dot'), refId: 'a' }, aLayer({ ty: 6, refId: 'b' })],
    })
    for (const [name, dot] of [
      ['plain', await sharp({ create: ground }).webp().toBuffer()],
      ['exact', await sharp({ create: ground }).webp({ lossless: true }).toBuffer()],
      [
        'jpeg',
        await sharp({ create: { ...ground, channels: 3 } })
          .jpeg()
          .toBuffer(),
      ],
    ] as const) {
      const manifest = JSON.stringify({ animations: [{ id: 'x' }] })
      const files = { 'manifest.json': manifest, 'a/x.json': JSON.stringify(animation), 'i/dot.png': dot }
      const { animation: facts } = await probeMedia(await write(`${name}.lottie`, packZip(files)), { expect })
      assert.deepEqual(facts?.notes, ['Sound and films in it are not played.'], name)
    }
  })

  test('refuses what it can not show as it is meant, and says what', async () => {
    const zip = (files: Record<string, string | Uint8Array>) => packZip(files)
    const manifest = JSON.stringify({ animations: [{ id: 'x' }] })
    const bomb = Buffer.alloc(64 * 1024 ** 2, 32)
    for (const [name, content, told] of [
      ['words.json', 'Verse one', /neither a Lottie JSON nor a \.lottie/],
      ['other.json', { name: 'package' }, /no layers/],
      ['outside.json', aLottie({ assets: [{ id: 'a', p: 'a.png' }] }), /not in the file/],
      ['still.json', aLottie({ op: 0 }), /no length/],
      ['empty.lottie', zip({ 'readme.txt': 'x' }), /without manifest\.json/],
      ['nameless.lottie', zip({ 'manifest.json': '{}' }), /names no animation/],
      ['lost.lottie', zip({ 'manifest.json': manifest }), /without the animation x/],
      ['bomb.lottie', zip({ 'manifest.json': manifest, 'a/x.json': bomb }), /16 MB|damaged/],
      ['cut.lottie', zip({ 'manifest.json': manifest }).subarray(0, 60), /archive/],
      ['large.json', Buffer.alloc(3 * 1024 ** 2, 32), /at most 2 MB/],
    ] as const)
      await assert.rejects(
        probeMedia(await write(name, content), { expect }),
        (error: Error & { code?: string }) => {
          assert.equal(error.code, 'ANIMATION_INVALID', name)
          assert.match(error.message, told, name)
          return true
        },
      )
  })

  test('one that would take minutes a picture is refused before it does', async () => {
    // A thousand soft shadows of a large shape.
    const blur = {
      ty: 29,
      nm: 'Blur',
      ef: [
        { ty: 0, v: { a: 0, k: 400 } },
        { ty: 7, v: { a: 0, k: 1 } },
        { ty: 7, v: { a: 0, k: 1 } },
      ],
    }
    const layers = Array.from({ length: 900 }, (_, i) => ({
      ...aSquare(`s${i}`),
      ef: [blur],
      ks: { ...(aSquare().ks as object), s: { a: 0, k: [900, 900, 100] } },
    }))
    await assert.rejects(
      probeMediaInChild(await write('dear.json', aLottie({ w: 1080, h: 1080, layers })), { expect }),
      { code: 'ANIMATION_INVALID', message: /ms a picture of (90|360) pixels/ },
    )
  })

  test('a logo rests as its last picture, without empty margins; one that ends empty is none', async () => {
    const logo = await readLogoSting(await write('sting.json', aLottie()))
    assert.equal(logo.kind, 'LOTTIE')
    const { x, y, width, height } = logo.sting!.ink
    for (const [value, wished] of [
      [x, 60],
      [y, 60],
      [width, 80],
      [height, 80],
    ] as const)
      assert.ok(Math.abs(value - wished) < 1, `${value}, not ${wished}`)
    assert.equal(logo.isOneColour, false, 'a square has no shape of its own')
    const gone = aLottie({ layers: [{ ...aSquare(), op: 30 }] })
    await assert.rejects(readLogoSting(await write('gone.json', gone)), {
      code: 'ANIMATION_INVALID',
      message: /shows nothing at its end/,
    })
  })

  test('40 damaged animations: each is drawn or refused, and nothing crashes', async () => {
    let refused = 0
    for (let seed = 1; seed <= 40; seed++) {
      const text = spoil(
        JSON.stringify({
          ...aLottie(),
          layers: [aText('TITLE'), aSquare(), aLayer({ ty: 1, sw: 9, sh: 9, sc: '#ff0000' })],
        }),
        seed,
      )
      try {
        await readLogoSting(await write('spoilt.json', text))
      } catch (error) {
        assert.equal((error as { code?: string }).code, 'ANIMATION_INVALID', text)
        refused++
      }
    }
    assert.ok(refused > 4 && refused < 36, `${refused} of 40 were refused: both must be tried`)
  })
})

const VALUES = [
  'null',
  '-1',
  '1e9',
  '1e999',
  '[]',
  '{}',
  '"x"',
  '[1,2]',
  '0',
  '{"a":1,"k":[{"t":0}]}',
  '[[[[]]]]',
  'true',
]

/** Puts one to three values where they do not belong; always valid JSON. */
function spoil(text: string, seed: number): string {
  let state = seed * 2654435761
  const next = (most: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * most)
  }
  let spoilt = text
  for (let i = 0; i <= next(3); i++) {
    const places = [...spoilt.matchAll(/:(-?[\d.]+|true|false|null|"[^"]*")(?=[,}\]])/g)]
    const place = places[next(places.length)]!
    spoilt = `${spoilt.slice(0, place.index + 1)}${VALUES[next(VALUES.length)]}${spoilt.slice(place.index + place[0].length)}`
  }
  return spoilt
}

/** A ZIP archive, packed as most programs do. */
function packZip(files: Record<string, string | Uint8Array>): Buffer {
  const locals: Buffer[] = []
  const centrals: Buffer[] = []
  let at = 0
  for (const [name, content] of Object.entries(files)) {
    const plain = Buffer.from(content as Uint8Array)
    const packed = deflateRawSync(plain)
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt16LE(8, 4)
    facts.writeUInt32LE(crc32(plain), 10)
    facts.writeUInt32LE(packed.length, 14)
    facts.writeUInt32LE(plain.length, 18)
    facts.writeUInt16LE(Buffer.byteLength(name), 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), facts, Buffer.from(name), packed])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(at, 10)
    centrals.push(
      Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), facts, tail, Buffer.from(name)]),
    )
    locals.push(local)
    at += local.length
  }
  const central = Buffer.concat(centrals)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(centrals.length, 8)
  end.writeUInt16LE(centrals.length, 10)
  end.writeUInt32LE(central.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...locals, central, end])
}
