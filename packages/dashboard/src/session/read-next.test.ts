import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readNext } from './read-next.ts'

const ORIGIN = 'https://videos.example'

test('a page of ours is shown after signing in, with its query and place', () => {
  for (const next of [
    '/',
    '/batches/bat_1',
    '/batches?status=FAILED&q=a%20b',
    '/songs/med_1#lyrics',
    '/new?step=template',
  ])
    assert.equal(readNext(next, ORIGIN), next)
  assert.equal(readNext(undefined, ORIGIN), '/')
})

test('an address elsewhere is not, however it is written', () => {
  const elsewhere = [
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\\/evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '\t//evil.example',
    '/\u0000/evil.example',
    ' //evil.example',
    '/.//evil.example',
    '/..//evil.example',
    '/%2e//evil.example',
    '/a/..//evil.example',
    'https://evil.example',
    'https:evil.example',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    'evil.example',
    '@evil.example',
    '',
    '/signin?next=/',
    '/claim#c_x',
  ]
  for (const next of elsewhere) assert.equal(readNext(next, ORIGIN), '/', JSON.stringify(next))
})

test('what is left encoded stays a path of this server', () => {
  for (const next of ['/%2F%2Fevil.example', '/%5Cevil.example', '/%09/evil.example', '/@evil.example']) {
    const shown = readNext(next, ORIGIN)
    assert.equal(new URL(shown, ORIGIN).origin, ORIGIN, next)
    assert.ok(!shown.startsWith('//'), next)
  }
})
