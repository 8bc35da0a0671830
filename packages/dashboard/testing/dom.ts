import { Window } from 'happy-dom'

/** Where component tests are. */
export const ORIGIN = 'http://songreel.test'
/** A toast stays so long and longer; no test waits for one to go. */
const LONG_MS = 1000

const window = new Window({ url: `${ORIGIN}/`, width: 1280, height: 800 })

/** What Node has of its own stays, but for what the document must know as its own. */
const OF_THE_DOCUMENT = ['Event', 'EventTarget', 'CustomEvent', 'navigator']
for (const name of Object.getOwnPropertyNames(window)) {
  if (name in globalThis && !OF_THE_DOCUMENT.includes(name)) continue
  const value = Reflect.get(window, name)
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
}
for (const name of ['addEventListener', 'removeEventListener', 'dispatchEvent'] as const)
  Object.defineProperty(globalThis, name, { value: window[name].bind(window), configurable: true })

// What ticks or waits for long would keep the process of a test that is done.
const { setInterval, setTimeout } = globalThis
Object.assign(globalThis, {
  setInterval: (...args: Parameters<typeof setInterval>) => setInterval(...args).unref(),
  setTimeout: (run: () => void, ms = 0, ...args: []) => {
    const timer = setTimeout(run, ms, ...args)
    return ms >= LONG_MS ? timer.unref() : timer
  },
})

// Preact asks the element which events it knows; these the stand-in has forgotten.
for (const name of ['ondragover', 'ondragleave', 'ondrop', 'onpointerdown', 'ontoggle'])
  if (!(name in window.HTMLElement.prototype))
    Object.defineProperty(window.HTMLElement.prototype, name, { value: null, writable: true })
