import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { defineTemplate, z } from '@songreel/kit'
import { type GivenData, readTemplateData } from './template-data.ts'

const TEMPLATE = defineTemplate({
  contentId: 'TEST_DATA',
  title: 'Data',
  description: 'Takes one field of each kind.',
  requiredData: z
    .object({
      barCount: z.number().int().max(128).optional(),
      isLoud: z.boolean().optional(),
      words: z.array(z.string()).optional(),
      code: z.string().optional(),
      day: z.iso.date().optional(),
      until: z.iso.date().optional(),
    })
    .refine(({ day = '', until = 'x' }) => day <= until, {
      path: ['until'],
      message: 'is before the first day',
    }),
  setup: () => [],
})

describe('the data of a template', () => {
  let folder = ''
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'songreel-data-'))
    await writeFile(join(folder, 'data.json'), '{"customText": "from the file", "barCount": 8}')
    await writeFile(join(folder, 'list.json'), '[1, 2]')
    await writeFile(join(folder, 'broken.json'), '{"customText": ')
  })
  after(() => rm(folder, { recursive: true, force: true }))
  const read = (given: Partial<GivenData>) =>
    readTemplateData(TEMPLATE, { set: [], text: undefined, data: undefined, ...given }).then(
      ({ parsed }) => parsed,
    )

  test('each field gets the kind of value that it takes', async () => {
    const set = ['barCount=64', 'isLoud=true', 'words=["a","b"]', 'code=0123', 'accentColor=#ff5533']
    assert.deepEqual(await read({ set, text: 'Out = now' }), {
      barCount: 64,
      isLoud: true,
      words: ['a', 'b'],
      code: '0123',
      accentColor: '#ff5533',
      customText: 'Out = now',
    })
  })

  test('what is typed wins over the file', async () => {
    const data = join(folder, 'data.json')
    assert.deepEqual(await read({ data }), { customText: 'from the file', barCount: 8 })
    assert.deepEqual(await read({ data, set: ['barCount=16'], text: 'typed' }), {
      customText: 'typed',
      barCount: 16,
    })
  })

  test('mistakes are told with the field and a way out', async () => {
    const cases: [Partial<GivenData>, number, RegExp][] = [
      [{ set: ['custmText=x'] }, 64, /No field custmText in TEST_DATA\. Did you mean customText\?/],
      [{ set: ['colour=red'] }, 64, /No field colour in TEST_DATA\. It has .*accentColor/],
      [{ set: ['barCount'] }, 64, /--set barCount is not key=value/],
      [
        { set: ['barCount=many'] },
        64,
        /^barCount takes a number, not many\. {3}Fields: songreel templates TEST_DATA$/,
      ],
      [{ set: ['accentColor=red'] }, 64, /^accentColor takes a colour such as #ff5533, not red\./],
      [{ set: ['theme=BLUE'] }, 64, /^theme takes one of DARK, LIGHT, not BLUE\./],
      [{ set: ['barCount=2.5'] }, 64, /^barCount takes a whole number, not 2\.5\./],
      [{ set: ['barCount=500'] }, 64, /^barCount takes at most 128, not 500\./],
      [{ set: ['day=soon'] }, 64, /^day takes a day such as 2027-03-12, not soon\./],
      [
        { set: ['day=2027-03-12', 'until=2027-03-01'] },
        64,
        /^until 2027-03-01 is before the first day\. {3}Fields:/,
      ],
      [{ set: ['words=[1]'] }, 64, /^words\.0 takes a text, not 1\./],
      [
        { text: 'x'.repeat(1001) },
        64,
        /^customText takes at most 1000 characters, not x{40}… \(1001 characters\)\./,
      ],
      [{ data: join(folder, 'list.json') }, 65, /list\.json must hold one JSON object/],
      [
        { data: join(folder, 'broken.json') },
        65,
        /broken\.json is not valid JSON: unexpected end of JSON input\.$/,
      ],
      [{ data: join(folder, 'dat.json') }, 65, /There is no file .*dat\.json\. Did you mean .*data\.json\?/],
    ]
    for (const [given, exitCode, message] of cases) await assert.rejects(read(given), { exitCode, message })
  })
})
