import type { PageRoute } from '../../page.ts'

export const route: PageRoute = {
  paths: ['/songs/:id'],
  title: 'Song',
  under: '/catalogue',
  load: async () => (await import('./song-page.tsx')).SongPage,
}
