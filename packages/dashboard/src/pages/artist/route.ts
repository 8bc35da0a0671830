import type { PageRoute } from '../../page.ts'

export const route: PageRoute = {
  paths: ['/artists/:id'],
  title: 'Artist',
  under: '/catalogue',
  load: async () => (await import('./artist-page.tsx')).ArtistPage,
}
