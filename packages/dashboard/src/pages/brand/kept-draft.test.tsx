import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mount } from '../../../testing/mount.ts'
import { type BrandDraft, startDraft } from './brand-draft.ts'
import { useKeptDraft } from './kept-draft.ts'

const aDraft = (name: string, text = ''): BrandDraft => {
  const { colours, ...start } = startDraft(undefined)
  return { ...start, name, colours: { ...colours, text } }
}

function Editor({ stored, tag }: { stored: BrandDraft; tag: string }) {
  const { draft, isChanged, setDraft, noteSent } = useKeptDraft('brd_1', stored, tag)
  return (
    <>
      <input
        aria-label="Name"
        onInput={({ currentTarget: { value } }) => setDraft((before) => ({ ...before, name: value }))}
      />
      <button type="button" onClick={() => noteSent(draft)}>
        Send
      </button>
      <button type="button" onClick={() => setDraft(({ files: _, ...before }) => ({ ...before, files: {} }))}>
        Remove
      </button>
      <output>
        {[draft.name, draft.colours.text, ...Object.keys(draft.files), isChanged && 'changed']
          .filter(Boolean)
          .join(', ')}
      </output>
    </>
  )
}

test('what was changed while a brand was being saved is kept, on top of what is stored then', async (t) => {
  t.after(() => sessionStorage.clear())
  const file = { files: { logoUrl: { assetId: 'ast_1' } } }
  const view = await mount(t, <Editor stored={{ ...aDraft('Label'), ...file }} tag="v1" />)
  const read = () => view.root.querySelector('output')?.textContent
  await view.type('Name', 'Sent')
  await view.press('Send')
  await view.type('Name', 'Changed meanwhile')
  await view.press('Remove')
  await view.show(<Editor stored={{ ...aDraft('Sent', '#ffffff'), ...file }} tag="v2" />)
  assert.equal(read(), 'Changed meanwhile, #ffffff, changed')
  assert.match(sessionStorage.getItem('brand-draft brd_1') ?? '', /Changed meanwhile/)
})

test('what was saved as it is begins anew with what is stored', async (t) => {
  t.after(() => sessionStorage.clear())
  const view = await mount(t, <Editor stored={aDraft('Label')} tag="v1" />)
  await view.type('Name', ' Sent ')
  await view.press('Send')
  await view.show(<Editor stored={aDraft('Sent', '#ffffff')} tag="v2" />)
  assert.equal(view.root.querySelector('output')?.textContent, 'Sent, #ffffff')
  assert.equal(sessionStorage.getItem('brand-draft brd_1'), null)
})
