import { useLayoutEffect, useRef } from 'preact/hooks'

const STOPS =
  'button:not(:disabled), a[href], input:not(:disabled), select:not(:disabled), textarea:not(:disabled), summary'

/** For what may vanish when it is pressed: whoever was there with the keyboard goes on beside it, and not at the top of the page. */
export function useKeptFocus<Control extends HTMLElement>() {
  const control = useRef<Control>(null)
  useLayoutEffect(
    () => () => {
      const { current } = control
      if (!current || document.activeElement !== current) return
      passFocus(rememberPlace(current))
    },
    [],
  )
  return control
}

/** Gives the focus to another once what has it is gone from the page, unless somebody has taken it by then. */
export function passFocus(find: () => HTMLElement | undefined): void {
  queueMicrotask(() => {
    const { activeElement } = document
    if (activeElement === null || activeElement === document.body) find()?.focus()
  })
}

/** Finds what stood nearest to a control that is gone, in the smallest part of the page that is still there: before it, or else after it. */
function rememberPlace(control: HTMLElement): () => HTMLElement | undefined {
  const parts: { part: HTMLElement; before: HTMLElement[]; after: HTMLElement[] }[] = []
  for (let part = control.parentElement; part?.closest('main'); part = part.parentElement) {
    const stops = [...part.querySelectorAll<HTMLElement>(STOPS)]
    const at = stops.indexOf(control)
    parts.push({ part, before: stops.slice(0, at).reverse(), after: stops.slice(at + 1) })
  }
  return () => {
    for (const { part, before, after } of parts) {
      const near =
        part.isConnected && [...before, ...after].find((stop) => stop.isConnected && stop.matches(STOPS))
      if (near) return near
    }
    return undefined
  }
}
