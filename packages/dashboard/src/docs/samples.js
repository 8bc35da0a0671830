import { all, focusOn, toast } from './dom.js'
import { LANGUAGE_KEY, read, write } from './storage.js'

/** Copies the code that is shown. */
export function setUpCopying() {
  document.addEventListener('click', async (event) => {
    const button = event.target.closest('[data-copy], [data-copy-text]')
    if (!button) return
    const code = button.closest('.panel')?.querySelector('pre:not([hidden])')
    const text = button.dataset.copyText ?? code?.textContent ?? ''
    try {
      await navigator.clipboard.writeText(text)
      toast('Copied')
    } catch {
      toast('Copying is not allowed here; select the text instead.')
    }
  })
}

/** Shows all samples in one language, the one chosen last. */
export function setUpLanguages() {
  const choose = (language) => {
    for (const panel of all('[data-samples]')) {
      for (const tab of all('[role=tab]', panel)) {
        const isChosen = tab.dataset.language === language
        tab.setAttribute('aria-selected', String(isChosen))
        tab.tabIndex = isChosen ? 0 : -1
      }
      for (const code of all('pre', panel)) code.hidden = code.dataset.language !== language
    }
  }
  const saved = read(localStorage, LANGUAGE_KEY)
  if (saved === 'javascript' || saved === 'python') choose(saved)

  document.addEventListener('click', (event) => {
    const tab = event.target.closest('[role=tab]')
    if (!tab) return
    const before = tab.getBoundingClientRect().top
    choose(tab.dataset.language)
    write(localStorage, LANGUAGE_KEY, tab.dataset.language)
    // Samples above may have grown or shrunk; what is being looked at stays where it is.
    scrollBy({ top: tab.getBoundingClientRect().top - before, behavior: 'instant' })
  })
  document.addEventListener('keydown', (event) => {
    const tab = event.target.closest('[role=tab]')
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (!tab || !step) return
    const tabs = all('[role=tab]', tab.parentElement)
    const next = tabs[(tabs.indexOf(tab) + step + tabs.length) % tabs.length]
    next.click()
    focusOn(event, next)
  })
}
