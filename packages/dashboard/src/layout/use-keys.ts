import { useEffect } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import type { PageRoute } from '../page.ts'
import { hasScope } from '../session/scopes.ts'
import { listNav } from './top-bar.tsx'

const SECOND_KEY_MS = 1000

type Actions = { onFind(): void; onHelp(): void }

/** The keys that work on every page; none of them while somebody types. */
export function useKeys(pages: PageRoute[], { onFind, onHelp }: Actions): void {
  const { route } = useLocation()
  useEffect(() => {
    let startedAtMs = Number.NEGATIVE_INFINITY
    const onKeyDown = (event: KeyboardEvent) => {
      const { key } = event
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      const goesTo = performance.now() - startedAtMs < SECOND_KEY_MS && findPage(pages, key)
      startedAtMs = key === 'g' ? performance.now() : Number.NEGATIVE_INFINITY
      if (goesTo) return route(goesTo)
      if (key === 'n' && hasScope('write')) route('/new')
      else if (key === '?') onHelp()
      else if (key === 'j' || key === 'k') move(key === 'j' ? 1 : -1)
      else if (key === '/') onFind()
      else return
      event.preventDefault()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [pages, route, onFind, onHelp])
}

function findPage(pages: PageRoute[], key: string): string | undefined {
  return listNav(pages).find((page) => page.key === key)?.href
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest('input, textarea, select, dialog, [contenteditable]') !== null
  )
}

/** Goes to the first link or button of the next row. */
function move(step: 1 | -1): void {
  const rows = [...document.querySelectorAll('[data-move]')]
  const at = rows.findIndex((row) => row.contains(document.activeElement))
  const next = rows[at < 0 ? (step > 0 ? 0 : rows.length - 1) : at + step]
  const target = next?.querySelector<HTMLElement>('a, button')
  target?.focus()
  target?.scrollIntoView({ block: 'nearest' })
}
