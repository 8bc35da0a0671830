import type { PageRoute } from '../../page.ts'
import { hasScope } from '../../session/scopes.ts'

export const route: PageRoute = {
  paths: ['/new'],
  title: 'New batch',
  load: async () =>
    hasScope('write')
      ? (await import('./new-page.tsx')).NewPage
      : (await import('./look-only-page.tsx')).LookOnlyPage,
}
