import type { PageRoute } from '../../page.ts'

export const route: PageRoute = {
  paths: ['/templates/new', '/templates/:id/edit'],
  title: 'Look',
  load: async () => (await import('./look-page.tsx')).LookPage,
}
