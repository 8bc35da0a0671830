import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { aLottie, aSquare } from '@songreel/kit/testing/sample-lottie.ts'
import { readBrand } from './read-brand.ts'

let folder = ''
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'songreel-brand-'))
  await writeFile(join(folder, 'logo.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
})
after(() => rm(folder, { recursive: true, force: true }))

async function read(brand: unknown) {
  const path = join(folder, 'brand.json')
  await writeFile(path, JSON.stringify(brand))
  return readBrand(path)
}

test('a brand is read as the API takes it, with files beside it instead of addresses', async () => {
  const given = {
    name: 'Night Harbour',
    logoUrl: 'logo.svg',
    colors: { accent: '#ff3366' },
    logo: { place: 'TOP_LEFT' },
    endCard: { text: 'Out now' },
  }
  assert.deepEqual(await read(given), {
    brand: {
      name: 'Night Harbour',
      colors: { accent: '#ff3366' },
      logo: { place: 'TOP_LEFT', size: 'MEDIUM', opacity: 1, shows: 'ALWAYS' },
      endCard: { text: 'Out now' },
    },
    files: { logo: join(folder, 'logo.svg') },
  })
  assert.deepEqual(await read({ name: 'Bare' }), { brand: { name: 'Bare' }, files: {} })
})

test('what is wrong with it is said with the field', async () => {
  for (const [brand, told] of [
    [{ name: 'X', logoUrl: 'lost.png' }, /names lost\.png as logoUrl, which does not exist\.$/],
    [{ name: 'X', colors: { accent: 'red' } }, /colors\.accent takes a colour such as #ff5533, not red\.$/],
    [{ name: 'X', logoURL: 'logo.svg' }, /there is no field logoURL\.$/],
    [{ colors: {} }, /name is missing/],
  ] as const)
    await assert.rejects(read(brand), told)
})

test('an animation is tried before anything relies on it, as after an upload', async () => {
  await writeFile(join(folder, 'sting.json'), JSON.stringify(aLottie()))
  const { files } = await read({
    name: 'X',
    logoAnimationUrl: 'sting.json',
    endCardAnimationUrl: 'sting.json',
  })
  assert.deepEqual(Object.keys(files), ['logoAnimation', 'endCardAnimation'])
  const blur = { ty: 29, ef: [{ ty: 0, v: { a: 0, k: 400 } }] }
  const layers = Array.from({ length: 900 }, () => ({
    ...aSquare(),
    ef: [blur],
    ks: { ...(aSquare().ks as object), s: { a: 0, k: [900, 900, 100] } },
  }))
  await writeFile(join(folder, 'dear.json'), JSON.stringify(aLottie({ w: 1080, h: 1080, layers })))
  await writeFile(join(folder, 'words.json'), 'Verse one')
  for (const [file, told] of [
    ['dear.json', /dear\.json takes \d+ ms a picture of \d+ pixels; at most 60 are spent/],
    ['words.json', /words\.json is neither a Lottie JSON nor a \.lottie archive/],
  ] as const)
    await assert.rejects(read({ name: 'X', endCardAnimationUrl: file }), told)
})
