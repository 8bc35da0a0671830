import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importTemplate } from '@songreel/kit/core'
import { sizeShape } from '@songreel/render'
import { checkLogo } from './check-logo.ts'

const song = { title: 'Tin Lanterns', artist: 'Odalys Wren', album: '' }
const MARK = { kind: 'picture', source: 'LOGO' }
const TITLE = { kind: 'text', text: 'TITLE', role: 'DISPLAY', place: { anchor: 'BOTTOM_START' } }

/** Examines a look with a place of its own for the logo, in two shapes. */
async function examine(place: object): Promise<void> {
  const layers = [{ kind: 'fill', colours: ['BACKGROUND'] }, TITLE, { ...MARK, place }]
  const look = { look: 1, contentId: 'OWN_BADGE', title: 'Badge', description: 'A logo.', layers }
  const templateUrl = `data:application/json;base64,${Buffer.from(JSON.stringify(look)).toString('base64')}`
  const template = await importTemplate(templateUrl)
  const rehearsals = ['9x16', '16x9'].map((shape) => [
    shape,
    { templateUrl, song, size: sizeShape(shape, 180) },
  ])
  await checkLogo(template!, Object.fromEntries(rehearsals))
}

test('a logo in a place of the look is clear of type and inside of the safe box', async () => {
  await examine({ width: '30%', maxHeight: 160, anchor: 'TOP_START' })
  await assert.rejects(
    examine({ width: '40%', maxHeight: 200, anchor: 'BOTTOM_START' }),
    /9x16.*type comes too near/,
  )
  await assert.rejects(examine({ of: 'FRAME', width: '30%', anchor: 'TOP_END' }), /leaves the safe box/)
})
