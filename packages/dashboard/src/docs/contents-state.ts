import { signal } from '@preact/signals'

/** What is searched for in the contents. */
export const searchText = signal('')

/** Whether the contents are open on a small screen. */
export const isMenuOpen = signal(false)

/** The links of the contents that the search leaves, from the top. */
export function findShownLinks(): HTMLAnchorElement[] {
  return [...document.querySelectorAll<HTMLAnchorElement>('#side [data-call]:not([hidden]) a')]
}

/** Moves the focus in response to a key. */
export function focusOn(event: KeyboardEvent, target: HTMLElement | null | undefined): void {
  if (!target) return
  event.preventDefault()
  target.focus()
}
