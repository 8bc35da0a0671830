import type { PageRoute } from '../../page.ts'

export const route: PageRoute = {
  paths: ['/brands'],
  title: 'Brands',
  nav: { label: 'Brands', order: 5, key: 'r' },
  load: async () => (await import('./brands-page.tsx')).BrandsPage,
}
