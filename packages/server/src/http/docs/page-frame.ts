import { VERSION } from '../../version.ts'
import { type Html, html } from './html.ts'

type Frame = {
  title: string
  description: string
  /** The built document that it is put into, with its style and scripts. */
  shell: string
  nav: Html
  main: Html
  current: 'reference' | 'errors'
}

/** What all pages of the reference have around them. */
export function pageFrame({ title, description, shell, nav, main, current }: Frame): string {
  const head = html`<meta name="description" content="${description}">
    <title>${title}</title>`
  const body = html`<a class="skip" href="#main">Skip to the content</a>
<header class="top">
  <button class="menu" type="button" aria-expanded="false" aria-controls="side" data-menu>
    <span class="menu-bars" aria-hidden="true"></span><span class="hidden">Contents</span>
  </button>
  <a class="brand" href="/docs"><span class="reel" aria-hidden="true"></span>songreel<span class="brand-more">API</span></a>
  <label class="search"><span class="hidden">Search</span>
    <input type="search" placeholder="Search" autocomplete="off" spellcheck="false" data-search-box>
    <kbd>/</kbd>
  </label>
  <nav class="top-links" aria-label="Pages">
    <a href="/docs"${current === 'reference' && html` aria-current="page"`}>Reference</a>
    <a href="/docs/errors"${current === 'errors' && html` aria-current="page"`}>Errors</a>
    <a href="/v1/openapi.json">OpenAPI</a>
  </nav>
  <button class="theme" type="button" data-theme-switch><span class="hidden">Light or dark</span></button>
</header>
<div class="layout">
  <nav class="side" id="side" aria-label="Contents" data-side>${nav}
    <ol class="nav-group small-only"><li><a href="/docs">Reference</a></li><li><a href="/docs/errors">Errors</a></li><li><a href="/v1/openapi.json">OpenAPI</a></li></ol>
  </nav>
  <main id="main" tabindex="-1">${main}
    <footer>Songreel ${VERSION} · made from the schemas that check every request</footer>
  </main>
</div>
<div class="toast" role="status" aria-live="polite" data-toast></div>
`
  return shell.replace('<!--head-->', () => head.markup).replace('<!--body-->', () => body.markup)
}
