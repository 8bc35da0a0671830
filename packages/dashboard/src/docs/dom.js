/** Everything that fits a selector, as a list. */
export function all(selector, root = document) {
  return [...root.querySelectorAll(selector)]
}

/** Makes an element. */
export function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties)
  made.append(...children.filter((child) => child !== undefined))
  return made
}

let toastTimer

/** Says something in passing. */
export function toast(text) {
  const place = document.querySelector('[data-toast]')
  place.textContent = text
  place.classList.add('shown')
  clearTimeout(toastTimer)
  toastTimer = setTimeout(() => place.classList.remove('shown'), 1600)
}

/** Moves the focus in response to a key. */
export function focusOn(event, target) {
  if (!target) return
  event.preventDefault()
  target.focus()
}
