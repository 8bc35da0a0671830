import assert from 'node:assert/strict'
import { test } from 'node:test'
import { happen, mount } from '../../../testing/mount.ts'
import { serveApi } from '../../../testing/remote-api.ts'
import type { LookDraft } from './look-draft.ts'
import { useKeptDraft } from './use-kept-draft.ts'
import { useLookSave } from './use-look-save.ts'

test('a look that was stored is never made twice, also where its tag is lost on the way', async (t) => {
  const data = { contentId: 'OWN_RING', version: 1 }
  const asked = serveApi(t, {
    'POST /v1/contents': () => ({ data }),
    'PUT /v1/contents/OWN_RING': () => ({ data: { ...data, version: 2 }, etag: '"v2"' }),
  })
  const edited = { look: { title: 'Ring', layers: [] } }
  let save = async (_look: LookDraft) => {}
  function Editor() {
    ;({ save } = useLookSave({ edited, kept: useKeptDraft(edited), onReplace: () => {} }))
    return null
  }
  await mount(t, <Editor />)
  for (const title of ['Ring', 'Night ring', 'Day ring'])
    await happen(() => save({ ...edited.look, title }).catch(() => {}))
  assert.deepEqual(
    asked.map(({ call, headers }) => [call, headers.get('if-match')]),
    [
      ['POST /v1/contents', null],
      ['PUT /v1/contents/OWN_RING', null],
      ['PUT /v1/contents/OWN_RING', '"v2"'],
    ],
  )
})
