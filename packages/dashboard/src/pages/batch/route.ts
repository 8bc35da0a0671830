import type { PageRoute } from '../../page.ts'

export const route: PageRoute = {
  paths: ['/batches/:id'],
  title: 'Batch',
  load: async () => (await import('./batch-page.tsx')).BatchPage,
}
