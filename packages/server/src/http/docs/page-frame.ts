import { VERSION } from '../../version.ts'
import { type Html, html } from './html.ts'

/** Where the page's own style and scripts lie. */
export type PageFiles = { folder: string; modules: string[] }

type Frame = {
  title: string
  description: string
  files: PageFiles
  nav: Html
  main: Html
  current: 'reference' | 'errors'
}

/** What all pages of the reference have around them. */
export function pageFrame({ title, description, files, nav, main, current }: Frame): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="${description}">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="${files.folder}/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${files.folder}/style.css">
<script src="${files.folder}/theme.js"></script>
<script type="module" src="${files.folder}/main.js"></script>
${files.modules.map((name) => html`<link rel="modulepreload" href="${files.folder}/${name}">\n`)}</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
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
</body>
</html>
`
}
