import type { PageRoute } from '../../page.ts'

export const route: PageRoute = {
  paths: ['/albums/:id'],
  title: 'Album',
  under: '/catalogue',
  load: async () => (await import('./album-page.tsx')).AlbumPage,
}
