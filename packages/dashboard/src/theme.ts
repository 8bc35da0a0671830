type Theme = 'light' | 'dark'

// docs/early-choices.js knows it, too.
const KEY = 'songreel-theme'

/** Applies what was chosen before; without a choice the system's counts. Called before anything is drawn. */
export function applyTheme(): void {
  const kept = readTheme()
  if (kept) document.documentElement.dataset.theme = kept
}

/** Changes to the other one. */
export function switchTheme(): void {
  const shown = document.documentElement.dataset.theme
  const isDark = shown ? shown === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
  const next: Theme = isDark ? 'light' : 'dark'
  document.documentElement.dataset.theme = next
  try {
    localStorage.setItem(KEY, next)
  } catch {
    // A browser that keeps nothing has the choice for as long as the page.
  }
}

function readTheme(): Theme | undefined {
  try {
    const kept = localStorage.getItem(KEY)
    return kept === 'light' || kept === 'dark' ? kept : undefined
  } catch {
    return undefined
  }
}
