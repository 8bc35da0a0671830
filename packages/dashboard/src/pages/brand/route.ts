import type { PageRoute } from '../../page.ts'

export const route: PageRoute = {
  paths: ['/brands/:id'],
  title: 'Brand',
  load: async () => (await import('./brand-page.tsx')).BrandPage,
}
