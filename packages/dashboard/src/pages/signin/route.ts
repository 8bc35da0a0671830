import type { PageRoute } from '../../page.ts'

export const route: PageRoute = {
  paths: ['/signin'],
  title: 'Sign in',
  isOpen: true,
  load: async () => (await import('./signin-page.tsx')).SigninPage,
}
