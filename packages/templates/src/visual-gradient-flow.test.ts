import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hexToOklch, type Palette, planFrame } from '@songreel/kit'
import { planLayout } from './visual-gradient-flow/layout.ts'
import { weave } from './visual-gradient-flow/tones.ts'

const NAMES = { label: 'Out now', title: 'Infinite Sea', artist: 'Aury Delacroix' }

test('9x16: the cover is large, above the type, and has the same margin on three sides', () => {
  const size = { width: 1080, height: 1920 }
  for (const title of ['Infinite Sea', 'بحر بلا نهاية']) {
    const { stamp, quiet } = planLayout(size, { ...NAMES, title }, 'MODERN')
    assert.ok(stamp && stamp.width >= 0.85 * size.width, `${stamp?.width} px`)
    const margins = [stamp.x, stamp.y, size.width - stamp.x - stamp.width]
    assert.ok(Math.max(...margins) - Math.min(...margins) <= 2, `${margins}`)
    assert.ok(stamp.y + stamp.height < quiet.y)
  }
})

test('1x1: the cover is large, across from the type, and has the margin of the type on two sides', () => {
  const size = { width: 1080, height: 1080 }
  const { safe } = planFrame(size)
  for (const title of ['Infinite Sea', 'بحر بلا نهاية']) {
    const { stamp, quiet, align } = planLayout(size, { ...NAMES, title }, 'MODERN')
    assert.ok(stamp && stamp.width >= 0.46 * size.width, `${stamp?.width} px`)
    const aside = align === 'LEFT' ? size.width - stamp.x - stamp.width : stamp.x
    for (const margin of [stamp.y, aside]) assert.ok(Math.abs(margin - safe.x) <= 2, `${margin} px`)
    assert.ok(stamp.y + stamp.height < quiet.y)
  }
})

test('orange light in the dark makes red and amber silk, and yellow is never lime', () => {
  const dark = { theme: 'DARK', background: '#100c08', text: '#faf4ed' }
  const covers = [
    { grounds: ['#251d12', '#463d32'], accent: '#fea92a', accent2: '#eaa151' },
    { grounds: ['#5e5a2c', '#4b4322'], accent: '#e2dc9a', accent2: '#d8cf8f' },
  ]
  for (const cover of covers) {
    const { background, grounds, accent, accent2 } = weave({ ...dark, ...cover } as unknown as Palette)
    for (const colour of [background, ...grounds, accent, accent2]) {
      const { hue } = hexToOklch(colour)
      assert.ok(hue > 0.3 && hue < 1.36, `${colour} has the hue ${hue}`)
    }
  }
})

test('silk has neighbouring hues of what fills the cover, no skin, and no black', () => {
  const portrait = {
    ...{ theme: 'DARK', background: '#0c0e09', grounds: ['#435342', '#3b3f36'] },
    ...{ accent: '#e4a294', accent2: '#f4c8af', text: '#f3f7ee' },
  } as unknown as Palette
  const { background, grounds, accent, accent2 } = weave(portrait)
  const cloth = hexToOklch(grounds[0])
  for (const colour of [background, ...grounds, accent, accent2]) {
    const { hue, lightness } = hexToOklch(colour)
    assert.ok(Math.cos(hue - cloth.hue) >= Math.cos(0.76), `${colour} beside ${grounds[0]}`)
    assert.ok(lightness >= 0.27, colour)
  }
  assert.equal(weave({ ...portrait, hasBrandGround: true }).accent, portrait.accent)
})

test('16x9: the cover has all of the height, beside the type and on its lowest line', () => {
  const size = { width: 1920, height: 1080 }
  const { safe } = planFrame(size)
  for (const title of ['Infinite Sea', 'بحر بلا نهاية']) {
    const { stamp, quiet } = planLayout(size, { ...NAMES, title }, 'MODERN')
    assert.ok(stamp && stamp.height >= 0.98 * safe.height, `${stamp?.height} px`)
    assert.ok(stamp.x > quiet.x + quiet.width || stamp.x + stamp.width < quiet.x)
    assert.ok(Math.abs(stamp.y + stamp.height - (safe.y + safe.height)) <= 2)
  }
})

test('a wide cover has all of the width, and stays whole', () => {
  const { stamp } = planLayout({ width: 1080, height: 1920 }, NAMES, 'MODERN', 1.5)
  assert.ok(stamp && Math.abs(stamp.width / stamp.height - 1.5) < 0.01)
  assert.ok(stamp.width > 0.78 * 1080, `${stamp.width} px`)
})

test('a title that needs the room takes it from the cover', () => {
  const size = { width: 1080, height: 1080 }
  const title = 'Nobody Remembers Yesterday'
  const [short, long] = [planLayout(size, NAMES, 'MODERN'), planLayout(size, { ...NAMES, title }, 'MODERN')]
  assert.ok((long.stamp?.width ?? 0) < (short.stamp?.width ?? 0))
  if (long.stamp) assert.ok(long.stamp.y + long.stamp.height < long.quiet.y)
})
