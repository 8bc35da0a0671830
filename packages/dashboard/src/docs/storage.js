import { toast } from './dom.js'

/** Where the choices of a reader are kept; the token only in this tab. */
export const TOKEN_KEY = 'songreel.token'
export const LANGUAGE_KEY = 'songreel.language'

/** Storage may be forbidden; the page goes on without it. */
export function read(storage, key) {
  try {
    return storage.getItem(key) ?? ''
  } catch {
    return ''
  }
}

/** Keeps a value where the browser allows it. */
export function write(storage, key, value) {
  try {
    storage.setItem(key, value)
  } catch {
    toast('This browser keeps nothing for this page.')
  }
}
