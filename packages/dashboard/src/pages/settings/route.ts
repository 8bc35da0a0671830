import type { PageRoute } from '../../page.ts'

export const route: PageRoute = {
  paths: ['/settings'],
  title: 'Settings',
  nav: { label: 'Settings', order: 7, key: 's' },
  load: async () => (await import('./settings-page.tsx')).SettingsPage,
}
