import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'
import './dialog.css'
import { passFocus } from './keep-focus.ts'

type Props = { title: string; children: ComponentChildren; onClose(): void }

/** Asks or shows something above the page. The browser's own dialog keeps the focus inside and closes on Escape. */
export function Dialog({ title, children, onClose }: Props) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const opener = document.activeElement
    dialog.current?.showModal()
    return () => {
      // As long as the dialog is there, nothing below it takes the focus.
      if (opener instanceof HTMLElement) passFocus(() => opener)
    }
  }, [])
  const onClick = (event: MouseEvent) => {
    if (event.target === dialog.current) onClose()
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does the same, by the browser itself.
    <dialog ref={dialog} class="dialog" aria-labelledby={id} onClose={onClose} onClick={onClick}>
      <div>
        <h2 id={id}>{title}</h2>
        {children}
      </div>
    </dialog>
  )
}
