import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { aLayer, aLottie, aText } from '@songreel/kit/testing/sample-lottie.ts'
import { anUnrulyPlan } from '../../testing/plans.ts'
import { dressScene } from '../look/dress-scene.ts'
import type { RenderPlan } from '../plan/render-plan.ts'
import { prepareScene } from './prepare-scene.ts'

const aSolid = (nm: string) =>
  aLayer({ ty: 1, nm, sw: 120, sh: 40, sc: '#000000' }, { ks: { a: { a: 0, k: [60, 20, 0] } } })

describe('a logo that plays is judged as it is drawn, with its slots filled', () => {
  let folder = ''
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'songreel-sting-'))
  })
  after(() => rm(folder, { recursive: true, force: true }))

  async function wear(layers: ReturnType<typeof aLayer>[], changes: Partial<RenderPlan> = {}) {
    const logoAnimation = join(folder, 'sting.json')
    await writeFile(logoAnimation, JSON.stringify(aLottie({ w: 600, layers })))
    const plan = anUnrulyPlan(folder, {
      size: { width: 320, height: 180 },
      files: { clips: [], brand: { logoAnimation } },
      brand: { name: 'Label', colors: { background: '#101014', text: '#ffffff' }, endCard: { text: 'Now' } },
      ...changes,
    })
    const { brand } = (await prepareScene(plan, { dress: dressScene })).scene
    return brand?.endCard?.logo ?? assert.fail('the end card has the logo')
  }

  test('its box is that of the words that it says', async () => {
    const song = { title: 'Lanterns at the far harbour', artist: 'Odalys Wren', album: 'Harbour EP' }
    const measure = async (title: string) => {
      const { picture } = await wear([aText('Wide enough for both', 'Title')], {
        song: { ...song, title },
      })
      return picture.width / picture.height
    }
    assert.ok((await measure(song.title)) > 2 * (await measure('Tin')))
  })

  test('its colours are those that are bound', async () => {
    const bound = await wear([aSolid('Text')])
    assert.deepEqual(
      [bound.tint, bound.plate],
      [undefined, undefined],
      'black in the file, white in the video',
    )
    assert.equal(bound.picture.pixels[0], 255)
    const own = await wear([aSolid('Mark')])
    assert.ok(own.tint ?? own.plate, 'black on black')
  })

  test('one that ends with nothing to say is judged as it is in the file', async () => {
    const { picture } = await wear([aText('ALBUM', 'Album')], {
      song: { title: 'Tin', artist: 'Odalys Wren', album: '' },
    })
    assert.ok(picture.width > picture.height)
  })
})
