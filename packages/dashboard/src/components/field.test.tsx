import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mount } from '../../testing/mount.ts'
import { Field } from './field.tsx'

const field = (error?: string) => (
  <Field label="Title" help="As on the cover" error={error}>
    {(box) => <input {...box} />}
  </Field>
)

test('a box is found by its label, and its help is read out with it', async (t) => {
  const view = await mount(t, field())
  const box = view.box('Title')
  assert.equal(
    document.getElementById(box.getAttribute('aria-describedby') ?? '')?.textContent,
    'As on the cover',
  )
  assert.equal(box.getAttribute('aria-invalid'), 'false')
  assert.ok(view.root.querySelector('[role=alert]') === null)
})

test('an error stands where the help was, and is said at once', async (t) => {
  const view = await mount(t, field())
  await view.show(field('At most 200 characters.'))
  const box = view.box('Title')
  const note = document.getElementById(box.getAttribute('aria-describedby') ?? '')
  assert.equal(note?.textContent, 'At most 200 characters.')
  assert.equal(note?.getAttribute('role'), 'alert')
  assert.equal(box.getAttribute('aria-invalid'), 'true')
  assert.doesNotMatch(view.text(), /As on the cover/)
})

test('a box that others know keeps its id, and a remark stands beside its label', async (t) => {
  const view = await mount(
    t,
    <Field id="token" label="Token" remark="stays in this tab">
      {(box) => <input {...box} />}
    </Field>,
  )
  assert.equal(view.box('Token').id, 'token')
  assert.match(view.text(), /^Token ?stays in this tab$/)
})
