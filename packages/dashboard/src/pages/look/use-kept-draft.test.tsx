import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useState } from 'preact/hooks'
import { mount } from '../../../testing/mount.ts'
import type { LookDraft } from './look-draft.ts'
import { useKeeping, useKeptDraft } from './use-kept-draft.ts'

const aLook = (title: string): LookDraft => ({ title, layers: [] })

function Editor({ stored, tag }: { stored: string; tag: string }) {
  const kept = useKeptDraft({ look: aLook(stored), contentId: 'OWN_RING', version: 1, tag })
  const [look, setLook] = useState(kept.first)
  useKeeping(kept, look)
  return (
    <>
      <input aria-label="Title" onInput={(event) => setLook(aLook(event.currentTarget.value))} />
      <button type="button" onClick={() => setLook(kept.start)}>
        Begin anew
      </button>
      <button
        type="button"
        onClick={() => kept.noteSaved({ look: aLook('Sent'), contentId: 'OWN_RING', tag: 'v2' })}
      >
        It is saved
      </button>
      <output>{[look.title, kept.tag, kept.isRestored && 'is here again'].filter(Boolean).join(', ')}</output>
    </>
  )
}

test('a draft goes back to the version that it was begun with, and a new beginning to what is stored now', async (t) => {
  t.after(() => sessionStorage.clear())
  const view = await mount(t, <Editor stored="Ring" tag="v1" />)
  await view.type('Title', 'Mine')
  await view.show(null)
  await view.show(<Editor stored="Theirs" tag="v2" />)
  const read = () => view.root.querySelector('output')?.textContent
  assert.equal(read(), 'Mine, v1, is here again')
  await view.press('Begin anew')
  assert.equal(read(), 'Theirs, v2')
  await view.type('Title', 'Mine on top of theirs')
  assert.equal(read(), 'Mine on top of theirs, v2')
  await view.show(null)
  await view.show(<Editor stored="Theirs" tag="v2" />)
  assert.equal(read(), 'Mine on top of theirs, v2, is here again')
})

test('what was changed while an earlier state was being saved is kept, on top of that', async (t) => {
  t.after(() => sessionStorage.clear())
  const view = await mount(t, <Editor stored="Ring" tag="v1" />)
  await view.type('Title', 'Sent')
  await view.type('Title', 'Changed meanwhile')
  await view.press('It is saved')
  const leaving = new Event('beforeunload', { cancelable: true })
  dispatchEvent(leaving)
  assert.ok(leaving.defaultPrevented)
  await view.show(null)
  await view.show(<Editor stored="Sent" tag="v2" />)
  assert.equal(view.root.querySelector('output')?.textContent, 'Changed meanwhile, v2, is here again')
})
