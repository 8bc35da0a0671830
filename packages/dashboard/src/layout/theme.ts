import { signal } from '@preact/signals'

type Theme = 'light' | 'dark'

const KEY = 'songreel-theme'

/** The theme that was chosen; undefined follows the system. */
const theme = signal<Theme | undefined>(readTheme())

/** Applies what was chosen before; called before anything is drawn. */
export function applyTheme(): void {
  if (theme.value) document.documentElement.dataset.theme = theme.value
  else delete document.documentElement.dataset.theme
}

/** Changes to the other one. */
export function switchTheme(): void {
  const isDark = theme.value ? theme.value === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
  theme.value = isDark ? 'light' : 'dark'
  localStorage.setItem(KEY, theme.value)
  applyTheme()
}

function readTheme(): Theme | undefined {
  const kept = localStorage.getItem(KEY)
  return kept === 'light' || kept === 'dark' ? kept : undefined
}
