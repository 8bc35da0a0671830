import { showToast } from './toast.tsx'

/** Puts a text on the clipboard and says so. Plain http on another host has no clipboard: there it goes the old way. */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) await navigator.clipboard.writeText(text).catch(refuse)
  else copyBySelection(text)
  showToast('Copied')
}

function refuse(): never {
  throw new Error('Copying is not allowed here; select the text instead.')
}

function copyBySelection(text: string): void {
  const box = document.createElement('textarea')
  box.value = text
  document.body.append(box)
  box.select()
  document.execCommand('copy')
  box.remove()
}
