import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { planFrame } from '@songreel/kit'
import { locateText, openEasel, type Rehearsal, rehearse } from '@songreel/render/authoring'

const LOOKS = new URL('../looks/', import.meta.url)
const SHAPES = {
  '9x16': { width: 180, height: 320 },
  '4x5': { width: 180, height: 226 },
  '1x1': { width: 180, height: 180 },
  '16x9': { width: 320, height: 180 },
}
/** The first frame may be on its way in, a little further or less far. */
const FRAMES = [0, 45, 100, 160]
/** Mean difference of pixel values: between two variations of one template it is 5 to 40. */
const SAME_PICTURE = 1
const SAME_FIRST_PICTURE = 3.2
/** The ground of this template is as deep as its cover asks for, which its look cannot say. */
const LESS_ALIKE: Record<string, number> = { 'snippet-waveform-card': 2.5 }
/** These templates have been drawn anew since, with an outline, colours and a wind that looks have no words for; their looks are what they were. */
const APART = ['visual-spectrum-ring', 'visual-gradient-flow']

for (const name of await readdir(LOOKS)) {
  if (APART.includes(name)) continue
  describe(`the look ${name} is the template of this name`, async () => {
    const folder = new URL(`${name}/`, LOOKS)
    const { song, cover, data } = JSON.parse(await readFile(new URL('fixture.json', folder), 'utf8'))
    const code = new URL(`./${name}/template.ts`, import.meta.url).href
    const look = new URL('template.json', folder).href
    for (const [shape, size] of Object.entries(SHAPES)) {
      test(shape, async () => {
        const rehearsal = { size, song, cover, data, secs: 6 }
        const [mine, theirs] = [
          await draw({ ...rehearsal, templateUrl: look }),
          await draw({ ...rehearsal, templateUrl: code }),
        ]
        for (const [i, frame] of FRAMES.entries()) {
          const difference = compare(mine[i], theirs[i])
          const most = LESS_ALIKE[name] ?? (frame === 0 ? SAME_FIRST_PICTURE : SAME_PICTURE)
          assert.ok(difference < most, `frame ${frame} differs by ${difference.toFixed(2)}`)
        }
      })
    }
  })
}

test('another variation is another picture by the same measure', async () => {
  const templateUrl = new URL('visual-spectrum-ring/template.json', LOOKS).href
  const song = { title: 'Infinite Sea', artist: 'Aury Delacroix', album: '' }
  const rehearsal = { templateUrl, size: SHAPES['16x9'], song, secs: 6 }
  const [first, second] = [await draw(rehearsal), await draw({ ...rehearsal, seed: 11, variation: 2 })]
  assert.ok(compare(first[2], second[2]) > 5)
})

async function draw(rehearsal: Rehearsal): Promise<Buffer[]> {
  const scene = await rehearse(rehearsal)
  const frames = FRAMES.map((frame) => scene.drawRgb(frame).rgb)
  scene.close()
  return frames
}

function compare(a: Buffer | undefined, b: Buffer | undefined): number {
  assert.ok(a && b && a.length === b.length)
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += Math.abs((a[i] ?? 0) - (b[i] ?? 0))
  return sum / a.length
}

const SONG = { title: 'Infinite Sea', artist: 'Aury Delacroix', album: '' }

function aLook(layers: unknown[], more: object = {}): string {
  const look = { look: 1, contentId: 'NEON_PULSE', title: 'Neon', description: 'A look.', layers, ...more }
  return `data:application/json;base64,${Buffer.from(JSON.stringify(look)).toString('base64')}`
}

test('the example of the page about looks can be drawn', async () => {
  const page = await readFile(new URL('../../../docs/own-looks.md', import.meta.url), 'utf8')
  const [, json = ''] = /```json\n(.*?)```/s.exec(page) ?? []
  const scene = await rehearse({
    templateUrl: aLook(JSON.parse(json).layers, JSON.parse(json)),
    size: SHAPES['9x16'],
    song: SONG,
  })
  assert.ok(new Set(scene.drawRgb(100).rgb).size > 50)
  scene.close()
})

test('the studio follows a look while it is written, and says where it is wrong', async (t) => {
  const home = await mkdtemp(join(tmpdir(), 'songreel-look-'))
  const folder = join(home, 'paper-moon')
  const file = join(folder, 'template.json')
  const write = (title: string, layers: unknown[]) =>
    writeFile(file, JSON.stringify({ look: 1, title, description: 'A look.', layers }))
  await mkdir(folder)
  await write('First', [{ kind: 'silk' }])
  const easel = openEasel(pathToFileURL(file).href)
  t.after(async () => {
    await easel.close()
    await rm(home, { recursive: true })
  })
  const { contentId, title } = await easel.describe()
  assert.deepEqual([contentId, title], ['PAPER_MOON', 'First'])
  await write('Second', [{ kind: 'silk' }])
  easel.renew()
  assert.equal((await easel.describe()).title, 'Second')
  await write('Third', [{ kind: 'silk', quiet: ['names'] }])
  easel.renew()
  await assert.rejects(easel.describe(), {
    code: 'TEMPLATE_FAILED',
    message: /layers\[0\]\.quiet\[0\]: There is no layer names/,
  })
})

test('type stays inside of the safe box, wherever it is placed and whatever moves it', async () => {
  const wild = (by: number) => ({
    rest: 0,
    with: [
      { signal: 'DRIFT', by, secs: 2 },
      { signal: 'BEAT', by },
    ],
  })
  const text = { kind: 'text', text: 'TITLE', role: 'DISPLAY', size: 200, x: wild(1500), y: wild(-1500) }
  const grown = { kind: 'text', text: 'ARTIST', scale: { rest: 2, with: [{ signal: 'BEAT', by: 1 }] } }
  const places = [
    { of: 'FRAME', anchor: 'TOP_END' },
    { of: 'FRAME', anchor: 'BOTTOM' },
  ]
  for (const size of Object.values(SHAPES)) {
    const templateUrl = aLook(places.flatMap((place) => [text, grown].map((each) => ({ ...each, place }))))
    const { safe } = planFrame(size)
    for (const { text: words, ink } of await locateText(
      { templateUrl, size, song: SONG, secs: 4 },
      [0, 20, 50, 77],
    )) {
      const isInside =
        ink.x >= safe.x - 1.5 &&
        ink.y >= safe.y - 1.5 &&
        ink.x + ink.width <= safe.x + safe.width + 1.5 &&
        ink.y + ink.height <= safe.y + safe.height + 1.5
      assert.ok(isInside, `${words} at ${JSON.stringify(ink)}`)
    }
  }
})

test('a right-to-left title mirrors the composition', async () => {
  const size = SHAPES['16x9']
  const templateUrl = aLook([
    { kind: 'shape', id: 'card', colours: ['#808080'], place: { width: '40%', anchor: 'START' } },
    { kind: 'text', text: 'TITLE', place: { after: 'card', gap: 40 } },
  ])
  const find = async (title: string) => {
    const [found] = await locateText({ templateUrl, size, song: { ...SONG, title }, secs: 4 }, [50])
    return found?.ink ?? { x: 0, width: 0 }
  }
  const [left, right] = [await find('Infinite Sea'), await find('ليل بلا نهاية')]
  assert.ok(left.x > 0.4 * size.width, `begins at ${left.x}`)
  assert.ok(right.x + right.width < 0.6 * size.width, `ends at ${right.x + right.width}`)
})

test('a text that says nothing takes no room, and of several sources the first speaks', async () => {
  const stack = {
    kind: 'stack',
    place: { anchor: 'TOP_START' },
    spacing: 60,
    children: [
      { kind: 'text', text: 'CUSTOM_TEXT' },
      { kind: 'text', text: ['ALBUM', { words: 'Fallback' }] },
    ],
  }
  const rehearsal = { templateUrl: aLook([stack]), size: SHAPES['1x1'], song: SONG, secs: 4 }
  const [alone] = await locateText(rehearsal, [50])
  const both = await locateText({ ...rehearsal, data: { customText: 'Out now' } }, [50])
  assert.equal(alone?.text, 'Fallback')
  assert.deepEqual(both.map(({ text }) => text).sort(), ['Fallback', 'Out now'])
  assert.ok((both.find(({ text }) => text === 'Fallback')?.ink.y ?? 0) > alone.ink.y + 10)
})
