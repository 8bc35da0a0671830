// Loaded before anything is drawn, so that a chosen theme does not flash.
{
  const key = 'songreel-theme'
  const apply = (theme) => {
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
  }
  try {
    apply(localStorage.getItem(key))
  } catch {
    // A browser that keeps nothing shows its own choice.
  }
  document.addEventListener('click', (event) => {
    if (!event.target.closest('[data-theme-switch]')) return
    const shown = document.documentElement.dataset.theme
    const isDark = shown ? shown === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
    apply(isDark ? 'light' : 'dark')
    try {
      localStorage.setItem(key, isDark ? 'light' : 'dark')
    } catch {
      // As above: the choice lasts as long as the page.
    }
  })
}
