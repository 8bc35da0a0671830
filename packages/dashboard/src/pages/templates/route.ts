import type { PageRoute } from '../../page.ts'

export const route: PageRoute = {
  paths: ['/templates'],
  title: 'Templates',
  nav: { label: 'Templates', order: 4, key: 't' },
  load: async () => (await import('./templates-page.tsx')).TemplatesPage,
}
