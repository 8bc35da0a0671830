import { signal } from '@preact/signals'
import type { JSX } from 'preact'
import type { ApiDocument } from '../docs-renderer.ts'
import { listCalls } from './calls.ts'

/** The form of the call that is being tried. */
export const openForm = signal<JSX.Element | undefined>(undefined)

/** Opens the form for a call. It is loaded, with the description of all calls, when the first one is tried. */
export async function openTry(operationId: string): Promise<void> {
  const [{ TryDialog }, document] = await Promise.all([import('./try-dialog.tsx'), loadDescription()])
  const call = listCalls(document).find(({ operation }) => operation.operationId === operationId)
  const close = () => {
    openForm.value = undefined
  }
  if (call) openForm.value = <TryDialog call={call} document={document} onClose={close} />
}

let description: Promise<ApiDocument> | undefined

/** What failed is asked for again by the next press. */
function loadDescription(): Promise<ApiDocument> {
  description ??= fetch('/v1/openapi.json')
    .then((response) => response.json())
    .catch(() => {
      description = undefined
      throw new Error('The service did not answer.')
    })
  return description
}
