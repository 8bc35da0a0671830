import type { ComponentType } from 'preact'
import { Button } from '../components/button.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { isBusy } from '../components/warn-on-leave.ts'
import type { PageProps, PageRoute } from '../page.ts'

const KEY = 'songreel-reloaded'
/** A page that can't be loaded again so soon after it was reloaded is not helped by one more. */
const AGAIN_MS = 60_000

/**
 * A page's code. If it can't be had, the server may have been upgraded under this tab, whose parts it has no longer: the page is
 * loaded anew, once, at the address that was asked for. If that is no use, the page says what is wrong.
 */
export async function loadPage(page: PageRoute): Promise<ComponentType<PageProps>> {
  try {
    return await page.load()
  } catch {
    const isUp = await respondsToPages()
    if (isUp && !isBusy() && takeReload()) {
      location.reload()
      // Nothing is drawn until the new page is here.
      return new Promise(() => {})
    }
    return () => <NotLoaded isUp={isUp} title={page.title} />
  }
}

function NotLoaded({ isUp, title }: { isUp: boolean; title: string }) {
  const text = isUp
    ? 'The server may have been upgraded while this tab was open. Loading the page again brings the new version; an upload that is on its way here would stop.'
    : navigator.onLine === false
      ? 'This computer is offline.'
      : 'The server does not respond. It may be restarting.'
  return (
    <EmptyState isPage title={`“${title}” could not be loaded`} text={text}>
      <Button loudness="main" onPress={tryAgain}>
        Try again
      </Button>
    </EmptyState>
  )
}

/** Browsers keep in mind that a part could not be had; only a new page asks for it again. A server that is not there yet is waited for here. */
async function tryAgain(): Promise<void> {
  if (!(await respondsToPages())) throw new Error('The server still does not respond.')
  location.reload()
}

async function respondsToPages(): Promise<boolean> {
  try {
    return (await fetch('/', { cache: 'no-store' })).ok
  } catch {
    return false
  }
}

/** Whether this tab may be reloaded now. */
function takeReload(): boolean {
  const lastMs = Number(sessionStorage.getItem(KEY) ?? 0)
  if (Date.now() - lastMs < AGAIN_MS) return false
  sessionStorage.setItem(KEY, String(Date.now()))
  return true
}
