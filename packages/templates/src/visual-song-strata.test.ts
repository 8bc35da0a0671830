import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Cover, contrast, fromOklch, hexToOklch, listChapters, parseHex } from '@songreel/kit'
import { createAudioTrack, silentAudioTrackData } from '@songreel/kit/core'
import { describeCover } from '@songreel/kit/input'
import { ANIMALS, paintScene } from '@songreel/kit/testing/paint-animals.ts'
import { sizeShape } from '@songreel/render'
import { planLayout } from './visual-song-strata/layout.ts'
import { placeWhole, planRise, planSky, SWELL } from './visual-song-strata/plan-sky.ts'
import { lightRoom } from './visual-song-strata/sky.ts'
import { planGround, planSlope, readSlope } from './visual-song-strata/slope.ts'
import { readMoments } from './visual-song-strata/song-moments.ts'
import { createTones } from './visual-song-strata/tones.ts'

const FPS = 30
const BEATS = [0.5, 1, 1.5, 2, 2.5, 3, 3.5]

/** Eight seconds, with beats or without, whose lowest bands sound in the second half of every second. */
function play(beatSecs: number[], isReduced = false) {
  const data = silentAudioTrackData(8 * FPS, FPS)
  for (let index = 0; index < data.frameCount; index++) {
    if (index % FPS >= FPS / 2) data.bands.fill(1, index * 64, index * 64 + 12)
  }
  const audio = createAudioTrack({ ...data, beatSecs, downbeatSecs: beatSecs.filter((_, i) => i % 4 === 0) })
  return readMoments({ audio, chapters: listChapters(audio), seed: 7, isReduced })
}

function frameAt(secs: number) {
  return { index: Math.round(secs * FPS), count: 8 * FPS, fps: FPS, secs, position: secs / 8 }
}

describe('the strata of a song', () => {
  test('step on the beat and rest before the next one', () => {
    const { countAt } = play(BEATS)
    const [before, soon, rest, next] = [0.96, 1.1, 1.4, 1.48].map((secs) => countAt(frameAt(secs)))
    assert.equal(before, 1)
    assert.ok(soon !== undefined && soon > 1.7 && soon < 2)
    assert.equal(rest, 2)
    assert.equal(next, rest)
  })

  test('are made of what sounds on their beat, and a bar is told from other beats', () => {
    const { at } = play(BEATS)
    const height = (index: number) => Math.max(...at(index).levels)
    // Beats at half seconds sound, those at whole ones not yet.
    assert.ok(height(0) > 1.5 * height(1), `${height(0)} and ${height(1)}`)
    assert.deepEqual(
      [0, 1, 4].map((index) => at(index).isBar),
      [true, false, true],
    )
  })

  test('have no beginning: before the first beat the last ones are seen', () => {
    const { at } = play(BEATS)
    assert.equal(at(-1), at(BEATS.length - 1))
    assert.equal(at(BEATS.length), at(0))
  })

  test('go on at an even pace without a beat, and slower with reduced motion', () => {
    const [free, slow] = [play([]), play(BEATS, true)]
    const way = ({ countAt }: typeof free, from: number) =>
      countAt(frameAt(from + 1)) - countAt(frameAt(from))
    assert.ok(Math.abs(way(free, 1) - way(free, 4.2)) < 1e-6 && way(free, 1) > 1)
    assert.ok(way(slow, 1) < 0.8 && way(slow, 1) > 0)
  })
})

const NAMES = { label: 'Out now', title: 'Infinite Sea', artist: 'Aury' }

describe('the sky of a song', () => {
  const weights = new Float32Array(new SharedArrayBuffer(4 * 400)).fill(1 / 400)
  const picture = { pixels: new Uint8ClampedArray(4 * 64).fill(128), width: 8, height: 8 }
  for (const shape of ['9x16', '4x5', '1x1', '16x9'])
    for (const ratio of [1, 1.5, 0.67])
      test(`${shape}, a cover of ${ratio}: its face is whole above the land, and its foot behind it`, () => {
        const size = sizeShape(shape, 1080)
        // Beside each other and above: no square shows all of a cover that is not one.
        const face = { x: 0.05, y: 0.05, width: 0.9, height: 0.8 }
        const salience = { columns: 20, rows: 20, weights, faces: [face] }
        const cover = { width: 600 * ratio, height: 600, salience, picture } as unknown as Cover
        const layout = planLayout(size, NAMES, 'GROTESK')
        const { x, y, width, height } = planSky({ cover, layout, size }).place
        assert.ok(Math.abs(width / height - ratio) < 1e-6)
        assert.ok(x >= -0.01 && x + width <= size.width + 0.01)
        assert.ok(y + face.y * height >= 0, 'no face is cut')
        const chin = y + (face.y + face.height) * height
        assert.ok(chin <= layout.ridgeTop + 1, 'no ridge stands before the face')
        assert.ok(y + height >= layout.ridgeTop, 'it stands in the land')
        if (shape === '16x9') {
          const margin = size.width - x - width
          assert.ok(margin > 40 && y >= margin - 1, `a picture with room around it: ${margin}, ${y}`)
          const right = Math.max(...layout.texts.map(({ box, layout: set }) => box.x + set.ink.right))
          assert.ok(right < x, 'and beside the names')
        }
      })

  for (const shape of ['9x16', '4x5', '1x1'])
    test(`${shape}: it fills the width, though that means that its foot is in the land`, () => {
      const size = sizeShape(shape, 1080)
      for (const faces of [[], [{ x: 0.35, y: 0.15, width: 0.3, height: 0.3 }]]) {
        const salience = { columns: 20, rows: 20, weights, faces }
        const cover = { width: 600, height: 600, salience, picture } as unknown as Cover
        const { x, y, width } = planSky({ cover, layout: planLayout(size, NAMES, 'GROTESK'), size }).place
        assert.ok(x < 1 && Math.abs(y) < 2 && width > size.width - 2, `at ${x}, ${y}, ${width} wide`)
      }
    })
})

test('nobody comes to the upper edge while the cover rises, on a beat or between two', () => {
  const weights = new Float32Array(new SharedArrayBuffer(4 * 400))
  const picture = { pixels: new Uint8ClampedArray(4 * 64).fill(128), width: 8, height: 8 }
  for (const shape of ['9x16', '4x5', '1x1'])
    for (const y of [0.1, 0.124, 0.2, 0.3]) {
      const size = sizeShape(shape, 1080)
      // Hair stands out above a face, up to half of its height.
      const hair = Math.max(1, Math.floor((y - 0.1) * 20))
      for (let i = 0; i < 400; i++)
        weights[i] = i % 20 > 6 && i % 20 < 12 && i / 20 >= hair && i < 180 ? 1 : 0
      const face = { x: 0.33, y, width: 0.2, height: 0.2 }
      const salience = { columns: 20, rows: 20, weights: weights.slice(), faces: [face] }
      const cover = { width: 600, height: 600, salience, picture } as unknown as Cover
      const plan = { cover, layout: planLayout(size, NAMES, 'GROTESK'), size }
      const sky = planSky(plan)
      const around = 0.3 * size.height
      const rise = planRise(plan, sky, around)
      assert.ok(rise[0] >= rise[1], `it rises from ${rise[0]} to ${rise[1]}`)
      for (const at of rise)
        for (const scale of [1, 1 + SWELL]) {
          const top = around + (at + (hair / 20) * sky.place.height - around) * scale
          assert.ok(top >= 0.02 * size.height - 0.01, `${shape}, a face at ${y}: hair at ${top}`)
        }
    }
})

test('a wide cover of which a square would halve an animal is shown whole', () => {
  // As if a face were known in none of it: the twins of a painting are taken for one.
  const painted = paintScene(ANIMALS)
  const cover = { ...painted, salience: { ...painted.salience, faces: [] } } as Cover
  for (const shape of ['1x1', '16x9']) {
    const size = sizeShape(shape, 1080)
    const { shown } = planSky({ cover, layout: planLayout(size, NAMES, 'GROTESK'), size })
    assert.equal(shown.width, cover.width, shape)
  }
})

test('a hat that touches the upper edge of the cover is whole all along, and so is a chin at its foot', () => {
  const weights = new Float32Array(new SharedArrayBuffer(4 * 400)).fill(1 / 400)
  const picture = { pixels: new Uint8ClampedArray(4 * 64).fill(128), width: 8, height: 8 }
  const meet = (shape: string, face: { x: number; y: number; width: number; height: number }) => {
    const size = sizeShape(shape, 1080)
    const salience = { columns: 20, rows: 20, weights, faces: [face] }
    const cover = { width: 600, height: 600, salience, picture } as unknown as Cover
    const plan = { cover, layout: planLayout(size, NAMES, 'GROTESK'), size }
    return { plan, sky: planSky(plan) }
  }
  for (const shape of ['9x16', '4x5', '1x1']) {
    const { plan, sky } = meet(shape, { x: 0.31, y: 0.18, width: 0.43, height: 0.43 })
    const around = 0.33 * plan.size.height
    for (const at of planRise(plan, sky, around)) {
      const top = around + (at - around) * (1 + SWELL)
      assert.ok(top >= -0.01, `${shape}: its top is at ${top}`)
    }
  }
  for (const shape of ['16x9', '3x1']) {
    const { plan, sky } = meet(shape, { x: 0.3, y: 0.6, width: 0.36, height: 0.38 })
    const chin = sky.place.y + 0.98 * sky.place.height
    assert.ok(sky.isFront || chin <= plan.layout.ridgeTop + 1, `${shape}: a chin at ${chin}`)
  }
})

/** A cover of one hue from dark to pale. */
function paintCover(hue: number, chroma: number) {
  const side = 64
  const pixels = new Uint8ClampedArray(new SharedArrayBuffer(side * side * 4))
  for (let i = 0; i < side * side; i++) {
    const colour = fromOklch({ lightness: 0.2 + (0.6 * (i % side)) / side, chroma, hue })
    pixels.set([...parseHex(colour), 255], 4 * i)
  }
  const picture = { pixels, width: side, height: side, originalWidth: side, originalHeight: side }
  const sample = { ...picture, hasAlpha: false }
  return describeCover(sample, sample, { theme: 'DARK' }, false)
}

/** Hues all around, strong and muted. */
const COVERS = Array.from({ length: 24 }, (_, i) =>
  [0.02, 0.06, 0.2].map((chroma) => ({ hue: (i * Math.PI) / 12, chroma })),
).flat()
const KIND = { calm: 0.1, feet: 0.7, isBar: false, isEven: false }

describe('the land of a song', () => {
  test('runs from pale to dark without mud, in the colours that fill the cover, and keeps type readable', () => {
    for (const { hue: turn, chroma: strength } of COVERS) {
      const cover = paintCover(turn, strength)
      const { grounds, text, accent } = cover.palette
      const strengths = grounds.map((ground) => hexToOklch(ground).chroma)
      const [least, own] = [Math.min(...strengths), Math.max(...strengths)]
      // A land of hardly any colour is lit by the accent.
      const most = own < 0.045 ? Math.max(own, Math.min(0.085, hexToOklch(accent).chroma)) : own
      const tones = createTones(cover, 1)
      const name = `${Math.round((turn * 180) / Math.PI)} degrees, ${strength}`
      const levels = [0, 0.1, 0.3, 0.6, 1].map((near) => hexToOklch(tones(near, KIND).crest).lightness)
      assert.ok(
        levels.every((level, i) => i === 0 || level < levels[i - 1]!),
        `${name}: ${levels}`,
      )
      for (const near of [0.1, 0.3, 0.6]) {
        const { base, crest, line } = tones(near, KIND)
        for (const ground of [base, crest, line])
          assert.ok(contrast(text, ground) >= 7, `${name}: ${ground} at ${near}`)
        const { hue, chroma } = hexToOklch(base)
        const degrees = ((hue * 180) / Math.PI + 360) % 360
        assert.ok(degrees < 45 || degrees > 120 || chroma < 0.03, `${name} is mud at ${near}: ${base}`)
        assert.ok(chroma < most + 0.012, `${name} has a colour of its own at ${near}: ${base}`)
        if (least > 0.06) assert.ok(chroma > 0.025, `${name} is grey at ${near}: ${base}`)
      }
    }
  })

  test('is in clear layers: the foot of a ridge is much lighter than the crest before it', () => {
    for (const { hue, chroma } of COVERS) {
      const tones = createTones(paintCover(hue, chroma), 1)
      const light = (colour: string) => hexToOklch(colour).lightness
      for (const near of [0.15, 0.3, 0.5]) {
        const apart = light(tones(near, KIND).base) - light(tones(near + 0.08, KIND).crest)
        assert.ok(apart > 0.13, `${hue}, ${chroma}: ${apart} at ${near}`)
      }
    }
  })

  test('of a cover without colour is charcoal below far slopes and rims in the accent, the brightest on its bars', () => {
    const { palette, picture } = paintCover(0, 0)
    const grey = createTones({ palette, picture }, 1)
    const lit = createTones({ palette: { ...palette, isMonochrome: false, accent: '#7485db' }, picture }, 1)
    const chroma = (colour: string) => hexToOklch(colour).chroma
    assert.ok(chroma(lit(0, KIND).base) > 0.06, 'far slopes')
    for (const near of [0, 0.2, 0.9]) {
      assert.ok(chroma(grey(near, KIND).base) < 0.02)
      assert.ok(near === 0 || chroma(lit(near, KIND).base) < 0.03, `${near}: ${lit(near, KIND).base}`)
      assert.ok(chroma(grey(near, { ...KIND, isBar: true }).line) < 0.02)
      const [bar, other] = [true, false].map((isBar) => chroma(lit(near, { ...KIND, isBar }).line))
      // Behind type a rim in the accent would be an underline.
      if (near > KIND.calm && near < KIND.feet) assert.ok(bar! < 0.04, `${bar} behind type`)
      else assert.ok(bar! > 0.06 && bar! > other!, `${bar} and ${other} at ${near}`)
    }
  })

  test('has the hue of the accent where it has hardly a colour of its own, unless that were mud', () => {
    const { palette, picture } = paintCover(0, 0)
    const degrees = (grounds: readonly [string, string], accent: string) => {
      const tones = createTones({ palette: { ...palette, grounds, accent, isMonochrome: false }, picture }, 1)
      return [0, 0.3].map((near) => (hexToOklch(tones(near, KIND).base).hue * 180) / Math.PI)
    }
    for (const found of degrees(['#433c34', '#665f57'], '#7485db'))
      assert.ok(Math.abs(((found + 360) % 360) - 274) < 25, `${found} of a blue bird`)
    for (const found of degrees(['#3c3d52', '#59546a'], '#e5c056'))
      assert.ok(Math.abs(((found + 360) % 360) - 288) < 25, `${found} of yellow leaves on slate`)
  })

  for (const shape of ['16x9', '2x1', '21x9'])
    test(`${shape}: it is one slope behind all of the type and below every face`, () => {
      const size = sizeShape(shape, 1080)
      const weights = new Float32Array(new SharedArrayBuffer(4 * 400)).fill(1 / 400)
      const face = { x: 0.2, y: 0.18, width: 0.56, height: 0.58 }
      const cover = {
        width: 600,
        height: 600,
        salience: { columns: 20, rows: 20, weights, faces: [face] },
      } as unknown as Cover
      for (const title of [NAMES.title, 'The Long and Winding Road Beneath a Thousand Stars']) {
        const layout = planLayout(size, { ...NAMES, title }, 'GROTESK')
        const found = planSky({ cover, layout, size })
        const whole = placeWhole(cover, found)
        const slope = planSlope({ size, layout, cover, sky: found })
        for (const { box, layout: set } of layout.texts) {
          const land = layout.horizon - readSlope(slope, size, box.x + set.ink.right)
          assert.ok(land < box.y + set.ink.top, `${title}: ${land}, and type from ${box.y + set.ink.top}`)
        }
        const chin = { x: whole.x + 0.48 * whole.width, y: whole.y + 0.76 * whole.height }
        const top = layout.ridgeTop - readSlope(slope, size, chin.x)
        assert.ok(chin.y <= top + 1, `${title}: a chin at ${chin.y}, and land from ${top}`)
        if (title === NAMES.title && shape === '16x9') {
          const steps = Array.from({ length: 96 }, (_, i) =>
            Math.abs(readSlope(slope, size, 20 * i + 20) - readSlope(slope, size, 20 * i)),
          )
          assert.ok(Math.max(...steps) < 20 * 0.8, `no cliff: ${Math.max(...steps) / 20}`)
        }
      }
    })
})

test('no land stands before the muzzle of an animal, whose face nobody knows', () => {
  const weights = new Float32Array(new SharedArrayBuffer(4 * 400))
  for (let i = 0; i < 400; i++) {
    const [across, down] = [i % 20, Math.floor(i / 20)]
    weights[i] = across > 6 && across < 16 && down > 4 && down < 17 ? 1 / 108 : 0
  }
  const salience = { columns: 20, rows: 20, weights, faces: [] }
  const cover = { width: 600, height: 600, salience } as unknown as Cover
  for (const shape of ['9x16', '1x1', '16x9']) {
    const size = sizeShape(shape, 1080)
    const layout = planLayout(size, NAMES, 'GROTESK')
    const { sky, slope } = planGround({ size, layout, cover })
    const whole = placeWhole(cover, sky)
    const muzzle = { x: whole.x + 0.58 * whole.width, y: whole.y + 0.88 * whole.height }
    const top = layout.ridgeTop - readSlope(slope, size, muzzle.x)
    assert.ok(sky.isFront || muzzle.y <= top + 1, `${shape}: it ends at ${muzzle.y}, and land from ${top}`)
  }
})

describe('a picture above a slope', () => {
  const weights = new Float32Array(new SharedArrayBuffer(4 * 400)).fill(1 / 400)
  const lay = (shape: string, face: object) => {
    const size = sizeShape(shape, 1080)
    const salience = { columns: 20, rows: 20, weights, faces: [face] }
    const cover = { width: 600, height: 600, salience } as unknown as Cover
    const layout = planLayout(size, NAMES, 'GROTESK')
    return { size, layout, ...planGround({ size, layout, cover }) }
  }
  const CLOSE_UP = { x: 0.02, y: 0.02, width: 0.96, height: 0.96 }

  test('stands in the land where the slope is gentle, and before it where that would be a cliff beside a face', () => {
    for (const [face, isFront] of [
      [{ x: 0.35, y: 0.1, width: 0.3, height: 0.3 }, false],
      [{ x: 0, y: 0.1, width: 0.9, height: 0.9 }, true],
    ] as const) {
      const { size, sky, slope } = lay('16x9', face)
      assert.equal(sky.isFront ?? false, isFront)
      assert.ok((1.5 * slope.px) / (slope.to - slope.from) < 1.1, 'no cliff')
      const { x, y, width, height } = sky.place
      if (isFront) {
        assert.ok(Math.abs(size.width - x - width - y) < 4 && Math.abs(size.height - y - height - y) < 1)
      } else assert.ok(y + height > lay('16x9', face).layout.horizon)
    }
  })

  test('stands in the land where a thing fills its lower right, as other covers do', () => {
    const size = sizeShape('16x9', 1080)
    const weights = Float32Array.from({ length: 1600 }, (_, i) => {
      const [column, row] = [i % 40, Math.floor(i / 40)]
      return column >= 20 && column < 34 && row >= 29 && row < 39 ? 1 : 0
    })
    const salience = { columns: 40, rows: 40, weights: weights.map((weight) => weight / 140), faces: [] }
    const cover = { width: 600, height: 600, salience } as unknown as Cover
    const { sky } = planGround({ size, layout: planLayout(size, NAMES, 'GROTESK'), cover })
    assert.ok(!sky.isFront)
  })

  test('stands in a sky as deep at its foot as above it: no strip of light is beside it', () => {
    for (const theme of ['DARK', 'LIGHT'] as const)
      for (const haze of [0.4, 0.6, 0.8, 0.97]) {
        const [top, middle, foot] = [0, 0.5, 1].map((at) => lightRoom(theme, haze, at))
        const most = theme === 'DARK' ? 0.12 : 0.05
        assert.ok(Math.max(middle!, foot!) - top! < most, `${theme}: ${top}, ${middle}, ${foot}`)
      }
  })

  test('has hills beside it in a square frame, too, and a cover as wide as the frame has none', () => {
    const panel = lay('1x1', CLOSE_UP)
    assert.ok(panel.sky.isPanel && panel.slope.px > 0.1 * panel.size.height)
    const full = lay('1x1', { x: 0.3, y: 0.1, width: 0.4, height: 0.35 })
    assert.ok(!full.sky.isPanel && full.slope.px === 0)
  })
})
