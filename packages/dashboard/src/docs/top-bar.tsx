import { useEffect, useRef } from 'preact/hooks'
import { switchTheme } from '../theme.ts'
import { findShownLinks, focusOn, isMenuOpen, searchText } from './contents-state.ts'

export type PageName = 'reference' | 'errors'

const PAGES = [
  { name: 'reference', href: '/docs', label: 'Reference' },
  { name: 'errors', href: '/docs/errors', label: 'Errors' },
  { name: 'openapi', href: '/v1/openapi.json', label: 'OpenAPI' },
]

/** Above every page of the reference: the menu of small screens, the search, and the other pages. */
export function TopBar({ current }: { current: PageName }) {
  return (
    <header class="top">
      <button
        class="menu"
        type="button"
        aria-expanded={isMenuOpen.value}
        aria-controls="side"
        onClick={() => {
          isMenuOpen.value = !isMenuOpen.value
        }}
      >
        <span class="menu-bars" aria-hidden="true" />
        <span class="unseen">Contents</span>
      </button>
      <a class="brand" href="/docs">
        <span class="reel" aria-hidden="true" />
        songreel<span class="brand-more">API</span>
      </a>
      <Search />
      <nav class="top-links" aria-label="Pages">
        {PAGES.map(({ name, href, label }) => (
          <a key={name} href={href} aria-current={name === current ? 'page' : undefined}>
            {label}
          </a>
        ))}
      </nav>
      <button class="theme" type="button" onClick={switchTheme}>
        <span class="unseen">Light or dark</span>
      </button>
    </header>
  )
}

/** Narrows the contents down while typing; arrows and Enter go on from there. */
function Search() {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof Element && event.target.closest('input, textarea, dialog')
      if (event.key === '/' && !isTyping && !event.ctrlKey && !event.metaKey) focusOn(event, box.current)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') findShownLinks()[0]?.click()
    if (event.key === 'ArrowDown') focusOn(event, findShownLinks()[0])
    if (event.key !== 'Escape') return
    searchText.value = ''
    box.current?.blur()
  }
  return (
    <div class="search">
      <input
        ref={box}
        id="search"
        aria-label="Search"
        type="search"
        placeholder="Search"
        autocomplete="off"
        value={searchText.value}
        onInput={({ currentTarget }) => {
          searchText.value = currentTarget.value
          // On small screens what is found would be out of sight.
          isMenuOpen.value = currentTarget.value.trim() !== '' && innerWidth < 896
        }}
        onKeyDown={onKeyDown}
      />
      <kbd>/</kbd>
    </div>
  )
}
