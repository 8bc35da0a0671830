import assert from 'node:assert/strict'
import { test } from 'node:test'
import { happen, mount, settle } from '../../testing/mount.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

test('a dialog opens above the page, is called by its title, and gives the focus back', async (t) => {
  const page = (isOpen: boolean) => (
    <>
      <button type="button">Open</button>
      {isOpen && (
        <Dialog title="Stop two videos?" onClose={() => {}}>
          <p>They cannot be started again.</p>
        </Dialog>
      )}
    </>
  )
  const view = await mount(t, page(false))
  view.control('Open').focus()
  await view.show(page(true))
  const dialog = view.root.querySelector('dialog')
  assert.equal(dialog?.open, true)
  assert.equal(
    document.getElementById(dialog?.getAttribute('aria-labelledby') ?? '')?.textContent,
    'Stop two videos?',
  )
  view.control('Open').blur()
  await view.show(page(false))
  await settle()
  assert.ok(document.activeElement === view.control('Open'))
})

test('one that is closed by its own button gives the focus back when nothing is below it any more', async (t) => {
  const page = (isOpen: boolean) => (
    <>
      <button type="button">Open</button>
      <input aria-label="Between" />
      {isOpen && (
        <Dialog title="Stop two videos?" onClose={() => {}}>
          <Button>Keep them</Button>
        </Dialog>
      )}
    </>
  )
  const view = await mount(t, page(false))
  const opener = view.control('Open')
  opener.focus()
  await view.show(page(true))
  view.control('Keep them').focus()
  // Below an open dialog nothing takes the focus; the stand-in for a browser does not know that.
  const { focus } = opener
  opener.focus = () => view.root.querySelector('dialog') ?? focus.call(opener)
  await view.show(page(false))
  await settle()
  assert.ok(document.activeElement === opener)
})

test('a press beside it closes it, a press in it does not, and neither does the page decide alone', async (t) => {
  let closes = 0
  const view = await mount(
    t,
    <Dialog title="Share" onClose={() => closes++}>
      <p>Anyone with the link</p>
    </Dialog>,
  )
  const dialog = view.root.querySelector('dialog')
  await view.press(view.root.querySelector('p') as HTMLElement)
  assert.equal(closes, 0)
  await view.press(dialog as HTMLElement)
  assert.equal(closes, 1)
  // Escape closes it by the browser itself, which then says so.
  await happen(() => dialog?.dispatchEvent(new Event('close')))
  assert.equal(closes, 2)
})
