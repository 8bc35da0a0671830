import type { PageRoute } from '../../page.ts'

export const route: PageRoute = {
  paths: ['/templates/:id'],
  title: 'Template',
  load: async () => (await import('./template-page.tsx')).TemplatePage,
}
