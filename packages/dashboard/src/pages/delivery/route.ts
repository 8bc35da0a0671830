import type { PageRoute } from '../../page.ts'

export const route: PageRoute = {
  paths: ['/webhooks/deliveries/:id'],
  title: 'Delivery',
  load: async () => (await import('./delivery-page.tsx')).DeliveryPage,
}
