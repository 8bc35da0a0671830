// Loaded before anything is drawn, so that a page appears as the reader left it: theme and language of the samples.
for (const [name, key] of [
  ['theme', 'songreel-theme'],
  ['language', 'songreel.language'],
]) {
  try {
    const kept = localStorage.getItem(key)
    if (/^[a-z]+$/.test(kept ?? '')) document.documentElement.dataset[name] = kept
  } catch {
    // A browser that keeps nothing shows its own choice.
  }
}
