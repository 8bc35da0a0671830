import { useEffect, useRef } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { Button } from '../components/button.tsx'
import { LinkButton } from '../components/link-button.tsx'
import type { PageRoute } from '../page.ts'
import { session } from '../session/scopes.ts'
import { signOut } from '../session/session.ts'
import { switchTheme } from '../theme.ts'
import { ConnectionChip } from './connection-chip.tsx'

type Props = { pages: PageRoute[]; onFind(): void; onHelp(): void }

/** Above every page: where one is, where one can go, and whether it is live. */
export function TopBar({ pages, onFind, onHelp }: Props) {
  const { path } = useLocation()
  const nav = useRef<HTMLElement>(null)
  useEffect(() => {
    // On a phone the pages stand in a row that scrolls: where one is must be in view.
    const current = nav.current?.querySelector<HTMLElement>('[aria-current]')
    if (nav.current && current)
      nav.current.scrollLeft = current.offsetLeft - (nav.current.clientWidth - current.clientWidth) / 2
  }, [path])
  return (
    <header class="bar">
      <a class="brand" href="/" aria-label="Songreel, overview">
        <span class="brand-mark" aria-hidden="true">
          <i />
          <i />
          <i />
          <i />
        </span>
        <span class="brand-name">songreel</span>
      </a>
      <nav ref={nav} class="bar-nav" aria-label="Pages">
        {listNav(pages).map(({ label, href }) => (
          <a
            key={href}
            href={href}
            aria-current={isAt(path, href) || isUnder(path, href, pages) ? 'page' : undefined}
          >
            {label}
          </a>
        ))}
        <a href="/docs">API</a>
      </nav>
      <div class="bar-tools">
        <ConnectionChip />
        <Button loudness="plain" isSmall aria-label="Find" title="Find ( / )" onPress={onFind}>
          <FindIcon />
        </Button>
        <Button
          loudness="plain"
          isSmall
          aria-label="Light or dark"
          title="Light or dark"
          onPress={switchTheme}
        >
          ◐
        </Button>
        <Button loudness="plain" isSmall aria-label="Keys" title="Keys ( ? )" onPress={onHelp}>
          ?
        </Button>
        <Button loudness="plain" isSmall onPress={signOut} title={session.value?.signedIn?.organization}>
          Sign out
        </Button>
        <LinkButton href="/new" loudness="main">
          New batch
        </LinkButton>
      </div>
    </header>
  )
}

/** The pages of the navigation, in their order. */
export function listNav(pages: PageRoute[]): { label: string; href: string; key: string }[] {
  return pages
    .flatMap(({ nav, paths: [href = '/'] }) => (nav ? [{ ...nav, href }] : []))
    .sort((a, b) => a.order - b.order)
}

function isAt(path: string, href: string): boolean {
  return href === '/' ? path === '/' : path === href || path.startsWith(`${href}/`)
}

/** Songs have addresses of their own, and are in the catalogue. */
function isUnder(path: string, href: string, pages: PageRoute[]): boolean {
  const below = pages.filter(({ under }) => under === href)
  return below.some(({ paths }) => paths.some((each) => path.startsWith(each.replace(/:.*/, ''))))
}

function FindIcon() {
  return (
    <svg viewBox="0 0 16 16" width="15" height="15" aria-hidden="true">
      <g fill="none" stroke="currentColor" stroke-width="1.6" stroke-linecap="round">
        <circle cx="7" cy="7" r="4.6" />
        <path d="m10.5 10.5 3.6 3.6" />
      </g>
    </svg>
  )
}
