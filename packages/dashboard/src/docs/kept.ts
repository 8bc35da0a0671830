import { showToast } from '../components/toast.tsx'

/** Storage may be forbidden; the page goes on without it. */
export function read(storage: Storage, key: string): string {
  try {
    return storage.getItem(key) ?? ''
  } catch {
    return ''
  }
}

/** Keeps a value where the browser allows it. */
export function keep(storage: Storage, key: string, value: string): void {
  try {
    storage.setItem(key, value)
  } catch {
    showToast('This browser keeps nothing for this page.')
  }
}
