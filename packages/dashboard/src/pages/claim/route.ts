import type { PageRoute } from '../../page.ts'

export const route: PageRoute = {
  paths: ['/claim'],
  title: 'Claim this server',
  isOpen: true,
  load: async () => (await import('./claim-page.tsx')).ClaimPage,
}
