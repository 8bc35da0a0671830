import { all, focusOn } from './dom.js'

/** Opens and closes the contents on small screens. */
export function setUpMenu() {
  const button = document.querySelector('[data-menu]')
  const side = document.querySelector('[data-side]')
  const show = (isOpen) => {
    side.classList.toggle('open', isOpen)
    button.setAttribute('aria-expanded', String(isOpen))
  }
  button.addEventListener('click', () => show(!side.classList.contains('open')))
  document.addEventListener('click', ({ target }) => {
    if (target.closest('[data-side] a') || !target.closest('[data-side], .top')) show(false)
  })
  document.addEventListener('keydown', (event) => event.key === 'Escape' && show(false))
}

/** Marks in the contents what is being read. */
export function setUpPosition() {
  const links = new Map(all('[data-side] a').map((link) => [link.hash.slice(1), link]))
  const visible = new Set()
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) visible[isIntersecting ? 'add' : 'delete'](target)
      const first = [...visible].sort((a, b) => a.offsetTop - b.offsetTop)[0]
      for (const link of links.values()) link.removeAttribute('aria-current')
      const link = first && links.get(first.id)
      if (!link) return
      link.setAttribute('aria-current', 'true')
      keepInView(link)
    },
    { rootMargin: '-120px 0px -65% 0px' },
  )
  for (const id of links.keys()) {
    const section = document.getElementById(id)
    if (section) observer.observe(section)
  }
}

/** Moves only the contents; scrollIntoView would move the page as well. */
function keepInView(link) {
  const side = document.querySelector('[data-side]')
  const { top, bottom } = link.getBoundingClientRect()
  const frame = side.getBoundingClientRect()
  if (top < frame.top) side.scrollTop -= frame.top - top + 40
  if (bottom > frame.bottom) side.scrollTop += bottom - frame.bottom + 40
}

/** Narrows the contents down while typing; arrows and Enter go on from there. */
export function setUpSearch() {
  const box = document.querySelector('[data-search-box]')
  const items = all('[data-call]')
  const groups = all('[data-nav-group]')
  const empty = document.querySelector('[data-nav-empty]')
  const shown = () => items.filter((item) => !item.hidden).map((item) => item.querySelector('a'))

  box.addEventListener('input', () => {
    const words = box.value.toLowerCase().split(/\s+/).filter(Boolean)
    for (const item of items) item.hidden = !words.every((word) => item.dataset.call.includes(word))
    for (const group of groups) group.hidden = all('[data-call]', group).every((item) => item.hidden)
    empty.hidden = shown().length > 0
    document.querySelector('[data-side]').classList.toggle('open', words.length > 0 && innerWidth < 896)
  })
  box.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') shown()[0]?.click()
    if (event.key === 'ArrowDown') focusOn(event, shown()[0])
    if (event.key === 'Escape') {
      box.value = ''
      box.dispatchEvent(new Event('input'))
      box.blur()
    }
  })
  document.querySelector('[data-side]').addEventListener('keydown', (event) => {
    const links = shown()
    const index = links.indexOf(document.activeElement)
    if (index < 0) return
    if (event.key === 'ArrowDown') focusOn(event, links[index + 1])
    if (event.key === 'ArrowUp') focusOn(event, links[index - 1] ?? box)
  })
  document.addEventListener('keydown', (event) => {
    const isTyping = event.target.closest('input, textarea, dialog')
    if (event.key === '/' && !isTyping && !event.ctrlKey && !event.metaKey) focusOn(event, box)
  })
}
