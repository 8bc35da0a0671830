import { render } from 'preact'
import './styles/tokens.css'
import './styles/base.css'
import { showError } from './components/toast.tsx'
import { App } from './layout/app.tsx'
import type { PageRoute } from './page.ts'
import { loadSession } from './session/session.ts'
import { applyTheme } from './theme.ts'

/** Every folder below pages/ is a page; the folder is the registration. */
const pages = Object.values(
  import.meta.glob<PageRoute>('./pages/*/route.ts', { eager: true, import: 'route' }),
)

applyTheme()
const root = document.getElementById('app')
if (root) render(<App pages={pages} />, root)
loadSession().catch(showError)
