import type { PageRoute } from '../../page.ts'

export const route: PageRoute = {
  paths: ['/webhooks'],
  title: 'Webhooks',
  nav: { label: 'Webhooks', order: 6, key: 'w' },
  load: async () => (await import('./webhooks-page.tsx')).WebhooksPage,
}
