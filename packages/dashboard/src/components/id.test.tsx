import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mount } from '../../testing/mount.ts'
import { CodeBlock } from './code-block.tsx'
import { Id } from './id.tsx'
import { Toasts } from './toast.tsx'

test('an id and a block of code are copied as they are, and that is said', async (t) => {
  const text = 'curl -s "$URL" \\\n  -d \'{"a": 1}\''
  const view = await mount(
    t,
    <>
      <Id value="bat_01K9" label="batch id" />
      <CodeBlock text={text} label="The request" />
      <Toasts />
    </>,
  )
  await view.press('Copy batch id bat_01K9')
  assert.equal(await navigator.clipboard.readText(), 'bat_01K9')
  assert.match(view.text(), /Copied✕$/)
  await view.press('Copy')
  assert.equal(await navigator.clipboard.readText(), text)
  assert.equal(view.root.querySelector('pre')?.textContent, text)
  await view.press('Close')
})
