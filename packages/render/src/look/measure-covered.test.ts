import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { measureCover } from '../rehearsal/rehearsal.ts'

let folder: string

before(() => {
  folder = mkdtempSync(join(tmpdir(), 'songreel-covered-'))
  symlinkSync(
    fileURLToPath(new URL('../../../../node_modules', import.meta.url)),
    join(folder, 'node_modules'),
  )
})
after(() => rmSync(folder, { recursive: true }))

/** A template whose layers are these; `art` fills the frame, and `word` and `slab` take a box across it, this far down. */
async function measure(name: string, layers: string): Promise<{ subject: number; face: number }> {
  const file = join(folder, `${name}.ts`)
  writeFileSync(
    file,
    `import { backdrop, defineTemplate, drawText, fitText, paint, sprite } from '@songreel/kit'
export const template = defineTemplate({ contentId: 'PROBE', title: 'p', description: 'p',
  setup({ size, cover }) {
    const half = (y: number) => ({ x: 0, y: y * size.height, width: size.width, height: 0.32 * size.height })
    const slab = (y: number) => paint(half(y), (ctx, { width, height }) => { ctx.fillStyle = '#00ff00'; ctx.fillRect(0, 0, width, height) })
    const word = (y: number) => paint(half(y), (ctx, box) => drawText(ctx, fitText('WORD', box, { font: 'MODERN', role: 'DISPLAY', maxSizePx: 60 }), 0, 0, '#ffffff'))
    const both = (y: number) => paint({ x: 0, y: 0, ...size }, (ctx) => {
      ctx.drawImage(cover.image, 0, 0, size.width, size.height)
      drawText(ctx, fitText('WORD', half(y), { font: 'MODERN', role: 'DISPLAY', maxSizePx: 60 }), 0, y * size.height, '#ffffff')
    })
    return [${layers}]
  } })`,
  )
  const rehearsal = {
    templateUrl: pathToFileURL(file).href,
    size: { width: 240, height: 240 },
    song: { title: 'Sea', artist: 'Aury', album: 'Tides' },
    cover: 'PORTRAIT',
    secs: 1,
  } as const
  const [found] = await measureCover(rehearsal, [10])
  assert.ok(found, 'nothing was measured')
  const { subject, face } = found.covered
  return { subject, face }
}

test('a slab with type over a face hides it, and one below it hides nothing', async () => {
  const above = await measure('above', 'backdrop(cover), sprite(slab(0.14)), sprite(word(0.14))')
  assert.ok(above.face > 0.85 && above.subject > 0.85, JSON.stringify(above))
  const below = await measure('below', 'backdrop(cover), sprite(slab(0.56)), sprite(word(0.56))')
  assert.ok(below.face < 0.01 && below.subject < 0.02, JSON.stringify(below))
})

test('what moves away in this frame, fades, or is no label hides as much as is seen of it', async () => {
  const gone = await measure(
    'gone',
    'backdrop(cover), sprite(word(0.14), { y: 120 }), sprite(slab(0.14), { y: 120 })',
  )
  assert.ok(gone.face < 0.02, JSON.stringify(gone))
  const faint = await measure(
    'faint',
    'backdrop(cover), sprite(slab(0.14), { opacity: 0.5 }), sprite(word(0.14), { opacity: 0 })',
  )
  assert.ok(faint.face < 0.02, JSON.stringify(faint))
})

test('a blurred cover is a ground, and letters in the painting of the cover are seen', async () => {
  const soft = await measure('soft', 'backdrop(cover, { blur: 60 }), sprite(slab(0.14)), sprite(word(0.14))')
  assert.equal(soft.face, 0)
  const mixed = await measure('mixed', 'sprite(both(0.14))')
  assert.ok(mixed.face > 0.005 || mixed.subject > 0.005, JSON.stringify(mixed))
})
