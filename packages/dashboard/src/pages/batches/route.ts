import type { PageRoute } from '../../page.ts'

export const route: PageRoute = {
  paths: ['/batches'],
  title: 'Batches',
  nav: { label: 'Batches', order: 2, key: 'b' },
  load: async () => (await import('./batches-page.tsx')).BatchesPage,
}
