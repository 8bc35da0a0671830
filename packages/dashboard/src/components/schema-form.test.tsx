import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { useState } from 'preact/hooks'
import { mount } from '../../testing/mount.ts'
import type { Property } from './schema-box.tsx'
import { SchemaForm } from './schema-form.tsx'

const COLOUR = { type: 'string', pattern: '^#[0-9a-fA-F]{6}$' }

async function open(
  t: TestContext,
  properties: Record<string, Property>,
  more: { data?: Record<string, unknown>; errors?: Record<string, string>; isExact?: boolean } = {},
) {
  let latest = more.data ?? {}
  function Form() {
    const [data, setData] = useState(latest)
    latest = data
    const named = Object.entries(properties).map(([name, property]) => ({
      name,
      property,
      usual: 'As designed',
    }))
    return (
      <SchemaForm
        properties={named}
        data={data}
        errors={more.errors ?? {}}
        isExact={more.isExact}
        onChange={setData}
      />
    )
  }
  const view = await mount(t, <Form />)
  return { view, read: () => latest }
}

test('each kind of property has a box that fits, with its limits', async (t) => {
  const { view } = await open(t, {
    customText: { type: 'string', maxLength: 80 },
    story: { type: 'string', maxLength: 2000 },
    releaseDate: { type: 'string', format: 'date' },
    videoUrl: { type: 'string', format: 'uri' },
    speed: { type: 'number', minimum: 0.5, maximum: 2 },
    loops: { type: 'boolean' },
  })
  assert.equal(view.box('Custom text').maxLength, 80)
  assert.equal(view.box('Story').tagName, 'TEXTAREA')
  assert.equal(view.box('Release date').type, 'date')
  assert.equal(view.box('Video URL').type, 'url')
  assert.deepEqual([view.box('Speed').min, view.box('Speed').max], ['0.5', '2'])
  assert.equal(view.box('Loops').type, 'checkbox')
  assert.match(view.text(), /At most 80 characters/)
  assert.match(view.text(), /0\.5 to 2/)
})

test('what is typed becomes a value of its type, and what is emptied is left out', async (t) => {
  const { view, read } = await open(
    t,
    {
      title: { type: 'string' },
      speed: { type: 'number' },
      words: { type: 'array' },
      loops: { type: 'boolean' },
    },
    { data: { other: 'kept' } },
  )
  await view.type('Title', 'Out now')
  await view.type('Speed', '1.5')
  await view.type('Words', 'sea,  wind ,')
  await view.press(view.box('Loops'))
  assert.deepEqual(read(), {
    other: 'kept',
    title: 'Out now',
    speed: 1.5,
    words: ['sea', 'wind'],
    loops: true,
  })
  await view.type('Title', '')
  await view.type('Speed', '')
  await view.type('Words', ' , ')
  await view.press(view.box('Loops'))
  assert.deepEqual(read(), { other: 'kept' })
})

test('people read choices as words, authors as the API has them', async (t) => {
  const properties = { pace: { type: 'string', enum: ['HALF_TIME', 'FULL'], default: 'FULL' } }
  const options = (view: Awaited<ReturnType<typeof open>>['view']) =>
    [...view.box<HTMLSelectElement>('Pace').options].map(({ textContent }) => textContent)
  const { view, read } = await open(t, properties)
  assert.deepEqual(options(view), ['As designed', 'Half time', 'Full'])
  await view.type('Pace', 'HALF_TIME')
  assert.deepEqual(read(), { pace: 'HALF_TIME' })

  const exact = await open(t, properties, { isExact: true })
  assert.deepEqual(options(exact.view), ['FULL (default)', 'HALF_TIME', 'FULL'])
  assert.match(exact.view.text(), /Pacepace/, 'with the name that programs use')
})

test('a colour is chosen, and given back to the cover', async (t) => {
  const { view, read } = await open(t, { accentColor: COLOUR })
  assert.match(view.text(), /from the cover/)
  await view.type('Accent color', '#12ff80')
  assert.deepEqual(read(), { accentColor: '#12ff80' })
  await view.press('Take it from the cover')
  assert.deepEqual(read(), {})
})

test('an author may type a colour that is not whole yet, and its swatch follows when it is', async (t) => {
  const { view, read } = await open(t, { accentColor: COLOUR }, { isExact: true })
  await view.type('Accent color', '#12')
  assert.deepEqual(read(), { accentColor: '#12' })
  await view.type('Accent color', '#12ff80')
  assert.equal(view.box('Choose a colour').value, '#12ff80')
  await view.type('Choose a colour', '#000000')
  assert.equal(view.box('Accent color').value, '#000000')
})

test('an author fills in what has no box of its own as JSON', async (t) => {
  const { view, read } = await open(
    t,
    { dates: { type: 'array' }, place: { type: 'object' } },
    { isExact: true },
  )
  await view.type('Dates', '["1 May", "2 May"]')
  await view.type('Place', '{"city": ')
  assert.deepEqual(read(), { dates: ['1 May', '2 May'], place: '{"city": ' })
})

test('what is wrong stands at its field', async (t) => {
  const { view } = await open(
    t,
    { title: { type: 'string' }, videoUrl: { type: 'string' } },
    { errors: { videoUrl: 'must be an address' } },
  )
  assert.equal(view.box('Video URL').getAttribute('aria-invalid'), 'true')
  assert.equal(view.root.querySelector('[role=alert]')?.textContent, 'must be an address')
  assert.equal(view.box('Title').getAttribute('aria-invalid'), 'false')
})
