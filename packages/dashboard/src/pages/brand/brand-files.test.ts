import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aBoundLottie } from '@songreel/kit/testing/sample-lottie.ts'
import type { Asset, Limits } from '@songreel/sdk'
import { type BrandFileKind, findExcess, findMisfit, listFilled } from './brand-files.ts'

const aFile = (name: string, bytes: number) => new File([new Uint8Array(bytes)], name)
const read = (contentType: string | null) => ({ contentType }) as Asset

test('a file is what its box takes by what the server found, not by its name', async () => {
  const findFault = (kind: BrandFileKind, name: string, contentType: string | null) =>
    findMisfit(kind, aFile(name, 1), read(contentType))
  assert.equal(await findFault('LOGO', 'logo.jpg', 'image/png'), undefined)
  assert.equal(await findFault('LOGO', 'logo.svg', 'image/svg+xml'), undefined)
  assert.equal(
    await findFault('LOGO', 'logo.png', 'image/jpeg'),
    'logo.png is not a PNG or an SVG that can be read.',
  )
  assert.match(
    (await findFault('FONT', 'cover.png', 'image/png')) ?? '',
    /is not a font \(TTF, OTF or WOFF2\)/,
  )
  assert.match((await findFault('VIDEO', 'song.mp3', 'audio/mpeg')) ?? '', /is not a video/)
  assert.equal(await findFault('ANIMATION', 'sting.json', 'video/lottie+json'), undefined)
  assert.equal(await findFault('ANIMATION', 'sting.lottie', 'application/zip+dotlottie'), undefined)
  assert.match((await findFault('ANIMATION', 'clip.mp4', 'video/mp4')) ?? '', /is not a Lottie animation/)
  assert.ok(await findFault('FONT', 'unread.ttf', null))
})

test('an animation whose fields come in another order is one, and other text is none', async () => {
  const findFault = (text: string) =>
    findMisfit('ANIMATION', new File([text], 'a.json'), read('text/plain; charset=utf-8'))
  assert.equal(await findFault(JSON.stringify(aBoundLottie())), undefined)
  for (const text of ['{"v":"5.7.0","layers":[]}', '[00:12.00]Tin lanterns', 'null'])
    assert.match((await findFault(text)) ?? '', /^a\.json is not a Lottie animation/)
})

test('a file that is too large is told before it is sent, with both sizes', () => {
  const limits = { logo: { bytes: 1000 }, font: { bytes: 2000 }, video: { bytes: 3000 } } as Limits
  assert.equal(findExcess('LOGO', aFile('logo.png', 1000), limits), undefined)
  assert.equal(
    findExcess('LOGO', aFile('logo.png', 1500), limits),
    'logo.png has 1.5 KB; 1.0 KB are the most.',
  )
  assert.equal(findExcess('FONT', aFile('a.ttf', 1500), limits), undefined)
})

test('only what of an animation is filled is named, in any case, and nothing else that has a name', () => {
  const slots = { text: ['Title', 'Loading'], colour: ['Fill 1', 'ACCENT', 'text'], image: ['Boat', 'cover'] }
  assert.deepEqual(listFilled(slots), ['title', 'accent', 'text', 'cover'])
  assert.deepEqual(listFilled({ text: ['accent'], colour: ['Bg'], image: [] }), [], 'a text is no colour')
})
