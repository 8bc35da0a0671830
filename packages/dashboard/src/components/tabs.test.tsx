import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mount } from '../../testing/mount.ts'
import { CodeBlock } from './code-block.tsx'
import { Tabs } from './tabs.tsx'

const TABS = ['curl', 'TypeScript', 'CLI'].map((label) => ({
  label,
  content: <CodeBlock text={`${label} …`} label={`The request as ${label}`} />,
}))

test('one tab is open, and a press opens another', async (t) => {
  const view = await mount(t, <Tabs label="The request as" tabs={TABS} />)
  assert.match(view.text(), /curl …/)
  await view.press('CLI')
  assert.match(view.text(), /CLI …/)
  assert.doesNotMatch(view.text(), /curl …/)
  const panel = view.root.querySelector('[role=tabpanel]')
  assert.equal(
    document.getElementById(panel?.getAttribute('aria-labelledby') ?? '')?.textContent,
    'CLI',
    'the panel is called like its tab',
  )
})

test('arrow keys go round, and only the open tab is a stop', async (t) => {
  const view = await mount(t, <Tabs label="The request as" tabs={TABS} />)
  await view.key(view.control('curl'), 'ArrowLeft')
  assert.ok(document.activeElement === view.control('CLI'))
  await view.key(view.control('CLI'), 'ArrowRight')
  assert.ok(document.activeElement === view.control('curl'))
  await view.key(view.control('curl'), 'a')
  assert.ok(document.activeElement === view.control('curl'))
  assert.deepEqual(
    TABS.map(({ label }) => view.control(label).tabIndex),
    [0, -1, -1],
  )
})
