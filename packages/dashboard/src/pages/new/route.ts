import type { PageRoute } from '../../page.ts'

export const route: PageRoute = {
  paths: ['/new'],
  title: 'New batch',
  load: async () => (await import('./new-page.tsx')).NewPage,
}
