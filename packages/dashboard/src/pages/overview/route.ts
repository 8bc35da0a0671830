import type { PageRoute } from '../../page.ts'

export const route: PageRoute = {
  paths: ['/'],
  title: 'Overview',
  nav: { label: 'Overview', order: 1, key: 'o' },
  load: async () => (await import('./overview-page.tsx')).OverviewPage,
}
