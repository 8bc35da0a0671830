import assert from 'node:assert/strict'
import type { OwnLogo } from '../src/brand/brand-scene.ts'
import { createScene } from '../src/compose/create-scene.ts'
import { createLook } from '../src/look/create-look.ts'
import { LOOK_LIMITS } from '../src/look/limits.ts'
import { parseLook } from '../src/look/parse-look.ts'
import { createLyrics } from '../src/lyrics/lyrics.ts'
import { describeCover } from '../src/paint/cover.ts'
import { createCover } from '../src/paint/create-cover.ts'
import { drawCover } from '../src/paint/drawn-cover.ts'
import { createPhoto } from '../src/paint/photo.ts'
import { describePhoto } from '../src/paint/photo-data.ts'
import type { Template } from '../src/template.ts'
import { BAND_COUNT, createAudioTrack, silentAudioTrackData } from '../src/track/audio-track.ts'
import { createDie, type Die, HOSTILE_WORDS, randomLook, spoil } from './random-look.ts'

const FPS = 30
const FRAMES = 60
const SIZES = [
  { width: 90, height: 160 },
  { width: 160, height: 90 },
  { width: 96, height: 96 },
  { width: 96, height: 120 },
  { width: 240, height: 80 },
]

/** Two seconds with a beat, for looks that are tried without a song. */
function makeTrack() {
  const data = silentAudioTrackData(FRAMES, FPS)
  for (let index = 0; index < FRAMES; index++) {
    const beat = Math.exp(-(index % 15) / 6)
    for (const curve of [data.beat, data.downbeat, data.bass, data.glow, data.loudness]) curve[index] = beat
    data.barPosition[index] = (index % 60) / 60
    for (let band = 0; band < BAND_COUNT; band++)
      data.bands[index * BAND_COUNT + band] = beat * (1 - band / 80)
  }
  return createAudioTrack({
    ...data,
    bpm: 120,
    confidence: 1,
    beatSecs: [0, 0.5, 1, 1.5],
    downbeatSecs: [0],
    sections: [
      { startSecs: 0, endSecs: 1, label: 'A', energy: 0.3 },
      { startSecs: 1, endSecs: 2, label: 'B', energy: 0.8 },
    ],
  })
}

const audio = makeTrack()
const lyrics = createLyrics({
  timing: 'LINE',
  lines: HOSTILE_WORDS.slice(1, 6).map((text, i) => ({ text, startSecs: 0.3 * i, endSecs: 0.3 * i + 0.25 })),
})
const covers = [1, 2, 3].map((seed) => {
  const picture = drawCover({ song: { title: 'Tin Lanterns', artist: 'Odalys Wren' }, seed, maxSidePx: 96 })
  return createCover(describeCover(picture, picture, {}, true))
})

const photos = [4, 5].map((seed) => {
  const picture = drawCover({ song: { title: '', artist: '' }, seed, maxSidePx: 64 })
  return createPhoto(describePhoto(picture, picture))
})

/** A logo of any form, for every place that a look may have for one. */
function aLogo(die: Die): OwnLogo {
  const [width, height] = die.of([
    [1, 1],
    [64, 1],
    [1, 64],
    [24, 16],
  ] as const)
  const pixels = new Uint8ClampedArray(new SharedArrayBuffer(width * height * 4)).fill(200)
  const picture = { pixels, width, height, originalWidth: width, originalHeight: height, hasAlpha: true }
  const form = { picture, ...die.of([{}, { tint: '#ffffff' }, { plate: '#141416' }]) }
  const forms = new Proxy({}, { get: () => form })
  return { size: { width, height }, opacity: die.next(), forms }
}

/** What became of many looks. */
export type Tried = { refused: number; drawn: number; slowest: { seed: number; ms: number } }

/** Makes looks that nobody would write and draws all that are not refused; anything else than a clear fault throws. */
export async function tryLooks(firstSeed: number, count: number): Promise<Tried> {
  const tried: Tried = { refused: 0, drawn: 0, slowest: { seed: 0, ms: 0 } }
  for (let seed = firstSeed; seed < firstSeed + count; seed++) {
    const die = createDie(seed)
    const made = randomLook(die)
    const json = seed % 3 === 0 ? spoil(made, die) : made
    const startMs = performance.now()
    try {
      const { look, faults } = parseLook(json)
      if (faults) {
        assert.ok(faults.length > 0 && faults.length <= 20)
        for (const { path, message, advice } of faults) assert.ok(path.length < 400 && message && advice)
        tried.refused++
      } else {
        await drawLook(createLook(look, { contentId: 'NEON_PULSE' }), seed, die)
        tried.drawn++
      }
    } catch (error) {
      throw new Error(`look ${seed}: ${JSON.stringify(json)?.slice(0, 4000)}`, { cause: error })
    }
    const ms = performance.now() - startMs
    if (ms > tried.slowest.ms) tried.slowest = { seed, ms: Math.round(ms) }
  }
  assert.equal(Reflect.get({}, 'polluted'), undefined)
  return tried
}

async function drawLook(template: Template, seed: number, die: Die): Promise<void> {
  const title = die.of(HOSTILE_WORDS)
  const layers = await template.setup({
    size: SIZES[seed % SIZES.length] ?? { width: 90, height: 160 },
    fps: FPS,
    frameCount: FRAMES,
    data: template.requiredData.parse(die.next() < 0.5 ? {} : { customText: die.of(HOSTILE_WORDS) }),
    cover: covers[seed % covers.length]!,
    audio,
    song: { title, artist: die.of(HOSTILE_WORDS), album: title },
    theme: 'DARK',
    fontStyle: die.of(['GROTESK', 'SERIF', 'CONDENSED']),
    seed,
    motion: die.of(['FULL', 'REDUCED']),
    clips: [],
    lyrics,
    ...(die.next() < 0.7 && { photo: photos[seed % photos.length]! }),
    ...(die.next() < 0.7 && { logo: aLogo(die) }),
  })
  assert.ok(layers.length <= 4 * LOOK_LIMITS.layers)
  const scene = await createScene(layers, {
    size: SIZES[seed % SIZES.length] ?? { width: 90, height: 160 },
    fps: FPS,
    frameCount: FRAMES,
  })
  for (const frame of [0, 31, FRAMES - 1]) scene.draw(frame)
  scene.close()
}
