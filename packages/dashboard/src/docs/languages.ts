import { signal } from '@preact/signals'
import { keep, read } from './kept.ts'

/** The languages of the samples, the first one as long as nobody has chosen. */
export const LANGUAGES = [
  { language: 'curl', label: 'curl' },
  { language: 'javascript', label: 'JavaScript' },
  { language: 'python', label: 'Python' },
] as const

export type Language = (typeof LANGUAGES)[number]['language']

// docs/early-choices.js knows it, too.
const KEY = 'songreel.language'

/** The language that all samples of the page are shown in. Style sheets show them, by what the document's root says. */
export const language = signal<Language>('curl')

/** Shows all samples in another language, now and on the next visit. */
export function chooseLanguage(next: Language): void {
  language.value = next
  document.documentElement.dataset.language = next
  keep(localStorage, KEY, next)
}

/** Goes on with what was chosen on an earlier visit. */
export function recallLanguage(): void {
  const kept = read(localStorage, KEY)
  const known = LANGUAGES.find((each) => each.language === kept)
  if (known) language.value = known.language
}
