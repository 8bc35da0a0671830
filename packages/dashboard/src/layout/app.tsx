import { useCallback, useEffect, useMemo, useState } from 'preact/hooks'
import { ErrorBoundary, LocationProvider, lazy, Route, Router, useLocation } from 'preact-iso'
import { NotFoundPage } from '../components/not-found-page.tsx'
import { pageTitle } from '../components/page-title.ts'
import { showError, Toasts } from '../components/toast.tsx'
import { startLive } from '../data/live.ts'
import { followOpenBatches } from '../data/open-batches.ts'
import type { PageRoute } from '../page.ts'
import { session } from '../session/scopes.ts'
import { Footer } from './footer.tsx'
import './layout.css'
import { KeysDialog } from './keys-dialog.tsx'
import { loadPage } from './load-page.tsx'
import { TopBar } from './top-bar.tsx'
import { useKeys } from './use-keys.ts'

/** Loaded when somebody looks for something: the first screen stays light. */
const FindDialog = lazy(async () => {
  try {
    return (await import('./find-dialog.tsx')).FindDialog
  } catch {
    return NotFindable
  }
})

/** Addresses of the server that are no pages of ours: links to them leave the dashboard. */
const PAGES_ONLY = /^\/(?!docs|v1|files|session|demo|metrics|readyz|livez|version)/

/** The whole dashboard: the gate for those who are not signed in, the frame for those who are. */
export function App({ pages }: { pages: PageRoute[] }) {
  return (
    <LocationProvider scope={PAGES_ONLY}>
      <Chosen pages={pages} />
      <Toasts />
    </LocationProvider>
  )
}

function Chosen({ pages }: { pages: PageRoute[] }) {
  const { path, url, route } = useLocation()
  const outside = useMemo(() => pages.filter((page) => page.isOpen), [pages])
  const inside = useMemo(() => pages.filter((page) => !page.isOpen), [pages])
  const isOpen = pages.some((page) => page.isOpen && page.paths.includes(path))
  const isIn = session.value?.signedIn != null
  useEffect(() => {
    // Effects run when the browser has time for them, in a hidden tab much later: what was true when this one was made may not be
    // true any more, so it looks again.
    const now = session.peek()
    const isElsewhere = pages.some((page) => page.isOpen && page.paths.includes(location.pathname))
    if (!now || now.signedIn || isElsewhere) return
    const next = encodeURIComponent(location.pathname + location.search)
    route(now.isClaimed ? `/signin?next=${next}` : '/claim', true)
  }, [session.value, url, isOpen])
  if (!session.value) return null
  if (isOpen) return <Pages pages={outside} />
  return isIn ? <Inside pages={inside} /> : null
}

function Inside({ pages }: { pages: PageRoute[] }) {
  const [open, setOpen] = useState<'find' | 'keys'>()
  const onFind = useCallback(() => setOpen('find'), [])
  const onHelp = useCallback(() => setOpen('keys'), [])
  const onClose = useCallback(() => setOpen(undefined), [])
  useKeys(pages, { onFind, onHelp })
  useEffect(() => {
    const stop = startLive()
    const unfollow = followOpenBatches()
    return () => {
      unfollow()
      stop()
    }
  }, [])
  return (
    <>
      <a class="skip" href="#main">
        Skip to the content
      </a>
      <TopBar pages={pages} onFind={onFind} onHelp={onHelp} />
      <main id="main" class="page" tabindex={-1}>
        <Pages pages={pages} />
      </main>
      <Footer />
      <ErrorBoundary>{open === 'find' && <FindDialog onClose={onClose} />}</ErrorBoundary>
      {open === 'keys' && <KeysDialog pages={pages} onClose={onClose} />}
    </>
  )
}

function Pages({ pages }: { pages: PageRoute[] }) {
  const { path } = useLocation()
  const routes = useMemo(
    () =>
      pages.flatMap((page) =>
        page.paths.map((each) => ({ path: each, page, Page: lazy(() => loadPage(page)) })),
      ),
    [pages],
  )
  const current = routes.find((each) => toPattern(each.path).test(path))
  const title = [pageTitle.value, current?.page.title ?? 'No such page', 'Songreel']
    .filter(Boolean)
    .join(' · ')
  useEffect(() => {
    document.title = title
  }, [title])
  return (
    <ErrorBoundary>
      <Router>
        {routes.map((each) => (
          <Route key={each.path} path={each.path} component={each.Page} />
        ))}
        <Route default component={Nothing} />
      </Router>
    </ErrorBoundary>
  )
}

function toPattern(path: string): RegExp {
  return new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}/?$`)
}

function NotFindable({ onClose }: { onClose(): void }) {
  useEffect(() => {
    showError('The search could not be loaded. Load the page again.')
    onClose()
  }, [])
  return null
}

function Nothing() {
  return (
    <NotFoundPage
      what="page"
      why="The address may be cut off, or the page has moved."
      back={{ href: '/', label: 'Go to the overview' }}
    />
  )
}
