import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LookDrawing } from '@songreel/sdk'
import { explainAbsence } from './explain-absence.ts'

const draw = (...paths: string[]) => ({ layers: paths.map((path) => ({ path })) }) as LookDrawing

test('a picture that the song has none for says so, and nothing else does', () => {
  const photo = { kind: 'picture', source: 'ARTIST' }
  assert.match(explainAbsence(photo, 'layers[1]', draw('layers[0]')) ?? '', /has no photo/)
  assert.match(
    explainAbsence({ ...photo, source: 'LOGO' }, 'layers[1]', draw()) ?? '',
    /no brand with a logo/,
  )
  assert.equal(explainAbsence(photo, 'layers[1]', draw('layers[1]')), undefined, 'it is seen')
  assert.equal(explainAbsence(photo, 'layers[1]', undefined), undefined, 'nothing is drawn yet')
  assert.equal(
    explainAbsence({ ...photo, shapes: ['TALL'] }, 'layers[1]', draw()),
    undefined,
    'by its shapes',
  )
  assert.equal(explainAbsence({ kind: 'picture' }, 'layers[1]', draw()), undefined, 'a cover')
  assert.equal(explainAbsence({ kind: 'text' }, 'layers[1]', draw()), undefined)
})
