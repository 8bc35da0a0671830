import type { PageRoute } from '../../page.ts'

export const route: PageRoute = {
  paths: ['/shares'],
  title: 'Shared links',
  under: '/batches',
  load: async () => (await import('./shares-page.tsx')).SharesPage,
}
