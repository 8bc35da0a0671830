import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { locateText, measureTextContrast } from '../rehearsal/rehearsal.ts'

let folder: string

before(() => {
  folder = mkdtempSync(join(tmpdir(), 'songreel-text-'))
  symlinkSync(
    fileURLToPath(new URL('../../../../node_modules', import.meta.url)),
    join(folder, 'node_modules'),
  )
})
after(() => rmSync(folder, { recursive: true }))

/** A black frame with these layers; `word` is type in the middle, which may be turned. */
function plan(name: string, layers: string) {
  const file = join(folder, `${name}.ts`)
  writeFileSync(
    file,
    `import { defineTemplate, drawText, fitText, glow, paint, sprite } from '@songreel/kit'
export const template = defineTemplate({ contentId: 'PROBE', title: 'p', description: 'p',
  setup({ size }) {
    const fill = (colour: string, y: number) => paint({ x: 0, y, ...size }, (ctx) => { ctx.fillStyle = colour; ctx.fillRect(0, 0, size.width, size.height) })
    const word = (colour: string | string[], degrees = 0) => paint({ x: 40, y: 80, width: 160, height: 60 }, (ctx, box) => {
      ctx.rotate(degrees * Math.PI / 180)
      const ramp = ctx.createLinearGradient(0, 0, 0, 40)
      if (Array.isArray(colour)) colour.forEach((each, i) => ramp.addColorStop(i, each))
      drawText(ctx, fitText('WORD', box, { font: 'MODERN', role: 'DISPLAY', maxSizePx: 48 }), 0, 0, Array.isArray(colour) ? ramp : colour)
    }, { bleed: 80 })
    const white = word('#ffffff')
    return [sprite(fill('#000000', 0)), ${layers}]
  } })`,
  )
  return {
    templateUrl: pathToFileURL(file).href,
    size: { width: 240, height: 240 },
    song: { title: 'Sea', artist: 'Aury', album: 'Tides' },
    secs: 1,
  }
}

test('a line is found though its painting was the shape of a shadow before', async () => {
  const found = await locateText(plan('shadow', 'glow(white.shape), sprite(white)'), [3])
  assert.deepEqual(
    found.map(({ text, layer }) => [text, layer]),
    [['WORD', 2]],
  )
})

test('a line that is turned a little is found where it stands, whoever turns it; one that lies on its side is not', async () => {
  const [upright] = await locateText(plan('upright', 'sprite(white)'), [3])
  const [painted] = await locateText(plan('painted', "sprite(word('#ffffff', 8))"), [3])
  const [drawn] = await locateText(
    plan('drawn', 'sprite(white, { rotation: 8, anchor: { x: 0, y: 0 } })'),
    [3],
  )
  assert.ok(upright && painted && drawn)
  for (const { ink, line, sizePx } of [painted, drawn]) {
    assert.ok(Math.abs((line.turn * 180) / Math.PI - 8) < 0.01)
    assert.ok(ink.height > upright.ink.height + 10, JSON.stringify(ink))
    assert.ok(Math.abs(sizePx - upright.sizePx) < 0.01)
  }
  assert.ok(Math.abs(painted.ink.x - drawn.ink.x) < 1 && Math.abs(painted.ink.y - drawn.ink.y) < 1)
  assert.deepEqual(await locateText(plan('side', "sprite(word('#ffffff', 90))"), [3]), [])
})

test('the contrast of gradients and of turned lines is measured where they stand', async () => {
  const read = async (name: string, layers: string) => {
    const [found] = await measureTextContrast(plan(name, layers), 3)
    assert.ok(found, `${name}: no contrast`)
    return found.ratio
  }
  assert.ok((await read('light', "sprite(word(['#ffffff', '#cccccc']))")) > 10)
  assert.ok((await read('dark', "sprite(word(['#ffffff', '#151515']))")) < 3)
  assert.ok((await read('turned-light', "sprite(word('#ffffff', -6))")) > 15)
  assert.ok((await read('turned-dark', "sprite(word('#333333', -6))")) < 2)
})

test('what stands before a line is not its ground', async () => {
  const ridge = (colour: string) => `sprite(white), sprite(fill('${colour}', 108))`
  const [before] = await measureTextContrast(plan('front', ridge('#eeeeee')), 3)
  assert.ok(before && before.ratio > 15, JSON.stringify(before))
})
