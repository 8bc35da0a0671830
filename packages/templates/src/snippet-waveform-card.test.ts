import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Box, hexToOklch, type Palette } from '@songreel/kit'
import { rehearse } from '@songreel/render/authoring'
import { setFigures } from './snippet-waveform-card/figures.ts'
import { planCard } from './snippet-waveform-card/layout.ts'
import { chooseLamp } from './snippet-waveform-card/waveform.ts'

const SIZES = {
  '9x16': { width: 1080, height: 1920 },
  '4x5': { width: 1080, height: 1350 },
  '1x1': { width: 1080, height: 1080 },
  '16x9': { width: 1920, height: 1080 },
}
const LONG =
  'The slow and steady drift of all the lights we left on in the house by the sea before the summer was over again '

const SLEEVE = { width: 1000, height: 1000 }
const COVERS = [SLEEVE, { width: 1500, height: 1000 }, { width: 600, height: 1000 }, undefined]

for (const [ratio, size] of Object.entries(SIZES)) {
  test(`${ratio}: nothing lies over anything, and type stays inside of the safe box`, () => {
    for (const title of ['X', 'Tin Lanterns', LONG]) {
      for (const cover of COVERS) {
        const words = { title, artist: LONG, customText: LONG, font: 'SERIF' } as const
        const { print, kicker, title: name, artist, waveform, clock, frame } = planCard(size, words, cover)
        const type = [kicker.box, name.box, artist.box, clock]
        const all = [...(print ? [print.box] : []), ...type, waveform]
        for (const [i, box] of all.entries()) {
          for (const other of all.slice(i + 1)) assert.ok(areApart(box, other), JSON.stringify([box, other]))
        }
        for (const box of type) assert.ok(isInside(box, frame.safe), JSON.stringify(box))
        assert.ok(waveform.y + waveform.height <= 0.95 * size.height)
        assert.equal(name.layout.isTruncated, false)
      }
    }
  })

  test(`${ratio}: a square cover lies flush in an upper corner and is nearly whole`, () => {
    const words = { title: 'Tin Lanterns', artist: 'Odalys Wren', customText: 'New', font: 'SERIF' } as const
    const { print } = planCard(size, words, SLEEVE)
    assert.ok(print)
    const { box, crop } = print
    assert.equal(box.y, 0)
    assert.ok(box.x === 0 || box.x + box.width === size.width)
    assert.ok(crop.width * crop.height >= 0.8 * 1000 * 1000)
    assert.ok(Math.min(box.width, box.height) >= 0.6 * Math.min(size.width, size.height), `${box.width}`)
  })
}

function areApart(a: Box, b: Box): boolean {
  if (a.height < 0.01 || b.height < 0.01) return true
  const apart = (from: number, length: number, other: number, otherLength: number) =>
    from + length <= other + 0.6 || other + otherLength <= from + 0.6
  return apart(a.x, a.width, b.x, b.width) || apart(a.y, a.height, b.y, b.height)
}

function isInside(box: Box, safe: Box): boolean {
  return (
    box.x >= safe.x - 0.6 &&
    box.y >= safe.y - 0.6 &&
    box.x + box.width <= safe.x + safe.width + 0.6 &&
    box.y + box.height <= safe.y + safe.height + 0.6
  )
}

test('a right-to-left title takes all texts to the right edge', () => {
  const words = { title: 'ليل طويل', artist: 'Odalys Wren', customText: '', font: 'SERIF' } as const
  const { title, artist, frame } = planCard(SIZES['1x1'], words)
  for (const { box, layout } of [title, artist]) {
    assert.ok(Math.abs(box.x + layout.ink.right - (frame.safe.x + frame.safe.width)) < 1)
  }
})

const templateUrl = new URL('./snippet-waveform-card/template.ts', import.meta.url).href
const small = { width: 360, height: 640 }
const song = { title: 'Tin Lanterns', artist: 'Odalys Wren', album: '' }
const card = planCard(small, { ...song, customText: '', font: 'SERIF' })

test('the waveform is filled up to the playhead and at rest beyond it', async () => {
  const scene = await rehearse({ templateUrl, size: small, song, secs: 8 })
  const before = scene.drawLuma(2 * scene.fps)
  const after = scene.drawLuma(4 * scene.fps)
  scene.close()

  const { x: left, y: top, width, height } = card.waveform
  const countChanged = (from: number, to: number) => {
    let count = 0
    for (let y = Math.ceil(top); y < top + height; y++) {
      for (let x = Math.ceil(left + from * width); x < left + to * width; x++) {
        if (Math.abs(after[y * small.width + x]! - before[y * small.width + x]!) > 8) count++
      }
    }
    return count
  }
  assert.ok(countChanged(0.27, 0.49) > 200, 'the bars between the two playheads have been filled')
  assert.equal(countChanged(0.85, 1), 0, 'beyond the light of the playhead nothing has changed')
})

test('what a low cover leaves free goes to the waveform', () => {
  const words = { ...song, customText: 'New', font: 'SERIF' } as const
  const wide = { width: 2400, height: 1000 }
  const [low, high] = [wide, SLEEVE].map((cover) => planCard(SIZES['9x16'], words, cover))
  assert.ok(low!.waveform.height > 1.4 * high!.waveform.height)
  assert.ok(low!.kicker.box.y - (low!.print!.box.y + low!.print!.box.height) < 200)
})

test('a right-to-left title mirrors the card', () => {
  const words = { artist: 'Odalys Wren', customText: 'New', font: 'SERIF' } as const
  for (const size of Object.values(SIZES)) {
    const latin = planCard(size, { ...words, title: 'Night' }, SLEEVE)
    const arabic = planCard(size, { ...words, title: 'ليل طويل' }, SLEEVE)
    const { x, width } = latin.print!.box
    if (width < size.width) assert.equal(arabic.print!.box.x === 0, x > 0)
    assert.equal(arabic.clockAlign === 'LEFT', latin.clockAlign === 'RIGHT')
  }
})

test('a cover that would lose its subject is shown whole, as large as the room allows', () => {
  const weights = new Float32Array(new SharedArrayBuffer(1600))
  for (const cell of [0, 19, 380, 399]) weights[cell] = 0.25
  const cover = { width: 1500, height: 1000, salience: { columns: 20, rows: 20, weights, faces: [] } }
  const { print } = planCard(SIZES['1x1'], { ...song, customText: 'New', font: 'SERIF' }, cover)
  assert.deepEqual(print?.crop, { x: 0, y: 0, width: 1500, height: 1000 })
})

test('the light of the playhead is never a smudge on a pale ground', () => {
  const light = (accent: string, background: string) =>
    chooseLamp({
      accent,
      accent2: accent,
      background,
      swatches: [{ colour: '#c8302a', share: 0.01 }],
    } as unknown as Palette)
  const { lightness, chroma } = hexToOklch(light('#2a2434', '#f2eef8'))
  assert.ok(lightness > 0.8 && chroma > 0.05, `${lightness}, ${chroma}`)
  assert.equal(light('#6fa0ff', '#141018'), '#6fa0ff')
})

for (const [ratio, size] of Object.entries(SIZES)) {
  test(`${ratio}: label, title, artist and time are read one after the other, with no hole between them`, () => {
    for (const title of ['Night', 'The Darkest Hour', 'Counterrevolutionaries', LONG, 'ليل طويل']) {
      for (const cover of COVERS) {
        const font = cover === SLEEVE ? 'MONO' : 'SERIF'
        const words = { title, artist: 'Odalys Wren', customText: 'New single', font } as const
        const { kicker, title: name, artist, clock, frame } = planCard(size, words, cover)
        assert.ok(isInside(clock, frame.safe))
        const most = frame.scale(60)
        const below = (upper: Box, lower: Box) => lower.y - upper.y - upper.height
        for (const gap of [below(kicker.box, name.box), below(name.box, artist.box)])
          assert.ok(gap >= 0 && gap <= most, `"${title}": ${gap} px`)
        const beside = artist.box.y + artist.layout.lines[0]!.baseline - clock.y - clock.height
        const after = below(artist.box, clock)
        assert.ok(Math.abs(beside) < 1 || (after >= 0 && after <= most), `"${title}": the time, ${after} px`)
      }
    }
  })
}

test('beside a square cover the title is large, and what the cover leaves below is for the waveform', () => {
  for (const ratio of ['1x1', '4x5'] as const) {
    const words = {
      title: 'The Darkest Hour',
      artist: 'Odalys Wren',
      customText: 'New',
      font: 'SERIF',
    } as const
    const { print, title, waveform, frame } = planCard(SIZES[ratio], words, SLEEVE)
    assert.ok(title.box.x > print!.box.x + print!.box.width && title.layout.sizePx >= 112)
    const { safe } = frame
    assert.ok(waveform.y - print!.box.height <= 60, `${waveform.y - print!.box.height} px without anything`)
    assert.ok(Math.abs(waveform.y + waveform.height - safe.y - safe.height) < 1)
  }
})

test('the figures of the time all have one width', () => {
  for (const font of ['MODERN', 'GROTESK', 'SERIF', 'CONDENSED'] as const) {
    const [first, ...others] = ['0:00 / 0:13', '0:11 / 0:13', '0:08 / 0:13'].map((time) =>
      setFigures(time, 60, font),
    )
    for (const { width } of others) assert.equal(width, first!.width)
  }
})
