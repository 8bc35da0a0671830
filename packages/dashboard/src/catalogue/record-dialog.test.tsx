import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError } from '@songreel/sdk'
import { happen, mount } from '../../testing/mount.ts'
import { serveApi } from '../../testing/remote-api.ts'
import { songreel } from '../client.ts'
import { Toasts } from '../components/toast.tsx'
import type { Values } from './record-changes.ts'
import { RecordDialog } from './record-dialog.tsx'

const FIELDS = [
  { name: 'name', label: 'Title', value: 'Tin Lanterns', isRequired: true },
  { name: 'isrc', label: 'ISRC', value: 'GBAYE0601498' },
]
const BASE = { tag: '"1"', values: { name: 'Tin Lanterns', isrc: 'GBAYE0601498' } }

type Save = (changes: Values, tag: string | undefined) => Promise<unknown>

const submit = (root: HTMLElement) =>
  happen(() =>
    root.querySelector('form')?.dispatchEvent(new Event('submit', { cancelable: true, bubbles: true })),
  )

/** The server's own refusal, as the SDK reports it. */
async function refuse(
  t: Parameters<typeof serveApi>[0],
  code: 'PRECONDITION_FAILED' | 'VALIDATION_ERROR',
  details?: unknown[],
) {
  serveApi(t, { 'GET /v1/media/med_1': () => ({ error: code, details }) })
  const error = await songreel.media.get('med_1').catch((cause: unknown) => cause)
  assert.ok(error instanceof ApiError)
  return error
}

function dialog(onSave: Save, theirs = BASE) {
  return (
    <>
      <RecordDialog
        title="Edit song"
        saveLabel="Save"
        fields={FIELDS}
        version={BASE}
        readVersion={async () => theirs}
        onSave={onSave}
        onClose={() => {}}
      />
      <Toasts />
    </>
  )
}

test('only what was changed is saved, and a text that was emptied is null', async (t) => {
  const saved: unknown[] = []
  const view = await mount(
    t,
    dialog(async (...args) => saved.push(args)),
  )
  await view.type('Title', 'Tin Lanterns ')
  await view.type('ISRC', '')
  await submit(view.root)
  assert.deepEqual(saved, [[{ isrc: null }, '"1"']])
})

test('what the server finds wrong stands at its field', async (t) => {
  const error = await refuse(t, 'VALIDATION_ERROR', [{ field: 'isrc', message: 'must have 12 characters' }])
  const view = await mount(
    t,
    dialog(() => Promise.reject(error)),
  )
  await view.type('ISRC', 'GB')
  await submit(view.root)
  assert.equal(view.box('ISRC').getAttribute('aria-invalid'), 'true')
  assert.equal(view.root.querySelector('[role=alert]')?.textContent, 'must have 12 characters')
  assert.equal(view.box('ISRC').value, 'GB', 'what was typed is still there')
})

test('two people who change different fields both keep their change', async (t) => {
  const outdated = await refuse(t, 'PRECONDITION_FAILED')
  const theirs = { tag: '"2"', values: { ...BASE.values, name: 'Tin Lanterns (Live)' } }
  const saved: unknown[] = []
  const save: Save = async (changes, tag) => {
    if (tag === '"1"') throw outdated
    saved.push([changes, tag])
  }
  const view = await mount(t, dialog(save, theirs))
  await view.type('ISRC', 'GBAYE0601499')
  await submit(view.root)
  assert.deepEqual(saved, [[{ isrc: 'GBAYE0601499' }, '"2"']])
  assert.match(view.text(), /Somebody else has changed this meanwhile: Title\. Both changes are kept\./)
  await view.press('Close')
})

test('of a field that both have changed, one version is chosen', async (t) => {
  const outdated = await refuse(t, 'PRECONDITION_FAILED')
  const theirs = { tag: '"2"', values: { ...BASE.values, name: 'Tin Lanterns (Live)' } }
  const saved: unknown[] = []
  const save: Save = async (changes, tag) => {
    if (tag === '"1"') throw outdated
    saved.push([changes, tag])
  }
  const view = await mount(t, dialog(save, theirs))
  await view.type('Title', 'Tin Lanterns (Demo)')
  await view.type('ISRC', '')
  await submit(view.root)
  assert.match(
    view.text(),
    /Somebody else has changed this.*TheirsTin Lanterns \(Live\)YoursTin Lanterns \(Demo\)/,
  )
  assert.deepEqual(saved, [])

  await view.press(view.root.querySelector('input[type=radio]') as HTMLElement)
  await submit(view.root)
  assert.deepEqual(saved, [[{ isrc: null }, '"2"']], 'theirs stands for the title, mine for the rest')
})
