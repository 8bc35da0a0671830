/** Every address that is a page. The server sends the dashboard for these and for nothing else. */
export const PAGE_PATHS = [
  '/',
  '/claim',
  '/signin',
  '/batches',
  '/batches/:id',
  '/new',
  '/catalogue',
  '/artists/:id',
  '/albums/:id',
  '/songs/:id',
  '/templates',
  '/templates/:id',
  '/webhooks',
  '/webhooks/deliveries/:id',
  '/settings',
] as const
