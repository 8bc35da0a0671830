import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mount } from '../../testing/mount.ts'
import { CodePanel, HttpStatus, readShownCode } from './code-panel.tsx'
import { CopyButton } from './copy-button.tsx'
import { Toasts } from './toast.tsx'

test('of several pieces of code the one that is seen is copied', async (t) => {
  const head = (
    <span id="head">
      <HttpStatus status={201} mood="ok" /> Made
    </span>
  )
  const find = () => readShownCode(document.getElementById('head') ?? undefined)
  const view = await mount(
    t,
    <>
      <CodePanel head={head} tools={<CopyButton text={find} />}>
        <pre style={{ display: 'none' }}>unseen</pre>
        <pre>seen</pre>
      </CodePanel>
      <Toasts />
    </>,
  )
  await view.press('Copy')
  assert.equal(await navigator.clipboard.readText(), 'seen')
  assert.match(view.text(), /^201 Made/)
})

test('where copying is not allowed, people are told what to do instead', async (t) => {
  const { writeText } = navigator.clipboard
  t.after(() => Object.assign(navigator.clipboard, { writeText }))
  Object.assign(navigator.clipboard, { writeText: () => Promise.reject(new Error('denied')) })
  const view = await mount(
    t,
    <>
      <CopyButton text="x" />
      <Toasts />
    </>,
  )
  await view.press('Copy')
  assert.match(view.text(), /Copying is not allowed here; select the text instead\./)
})
