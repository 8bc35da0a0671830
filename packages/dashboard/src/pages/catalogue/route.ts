import type { PageRoute } from '../../page.ts'

export const route: PageRoute = {
  paths: ['/catalogue'],
  title: 'Catalogue',
  nav: { label: 'Catalogue', order: 3, key: 'c' },
  load: async () => (await import('./catalogue-page.tsx')).CataloguePage,
}
