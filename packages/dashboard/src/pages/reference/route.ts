import type { PageRoute } from '../../page.ts'

export const route: PageRoute = {
  paths: ['/references/:name'],
  title: 'Sent together',
  under: '/batches',
  load: async () => (await import('./reference-page.tsx')).ReferencePage,
}
