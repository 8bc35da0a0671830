import { defineConfig } from 'vite'

/** Where `npm run dev` finds a server: sessions and calls go there. */
const SERVER = 'http://localhost:4400'
const OWN_PATHS = ['/v1', '/session', '/files', '/contents', '/docs', '/demo', '/version', '/readyz']

/** What several documents share, in few files: before a page is drawn, requests cost more than bytes. */
const SHARED = [
  { name: 'base', test: /\/node_modules\/preact\/|\/src\/styles\// },
  {
    name: 'parts',
    test: /vite\/preload-helper|\/node_modules\/@preact\/|\/src\/(theme|components\/(button|copy-button|field|tabs|toast))\./,
  },
]

// biome-ignore lint/style/noDefaultExport: Vite reads its settings from there.
export default defineConfig({
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    target: 'es2022',
    // Every byte counts twice on a phone; and a strict policy forbids what is inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    manifest: true,
    // Each is a document of its own: whoever opens the reference, a share or the studio loads nothing of the dashboard.
    rolldownOptions: {
      input: ['index.html', 'docs.html', 'share.html', 'studio.html'],
      output: { codeSplitting: { groups: SHARED } },
    },
  },
  server: { proxy: Object.fromEntries(OWN_PATHS.map((path) => [path, SERVER])) },
})
