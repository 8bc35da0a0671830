import type { ComponentChildren } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { hasScope } from '../session/scopes.ts'
import { Button } from './button.tsx'
import './drop-zone.css'
import { listDropped, listPicked, type PickedFile } from './picked-files.ts'

type Props = {
  text: string
  accept: string
  /** Whether a whole folder can be chosen, too. */
  hasFolders?: boolean
  onFiles(files: PickedFile[]): void
  children?: ComponentChildren
}

/** Takes files and folders that are dropped on it, or chosen by a button; whoever may only look has none to give. */
export function DropZone({ text, accept, hasFolders = false, onFiles, children }: Props) {
  const [isOver, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const take = (files: PickedFile[]) => files.length > 0 && onFiles(files)
  const choose = (isFolder: boolean) => {
    if (!input.current) return
    input.current.webkitdirectory = isFolder
    input.current.click()
  }
  if (!hasScope('write')) return null
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is the short way; the button inside is for everybody.
    <div
      class={isOver ? 'drop is-over' : 'drop'}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={async (event) => {
        event.preventDefault()
        setOver(false)
        if (event.dataTransfer) take(await listDropped(event.dataTransfer))
      }}
    >
      <p>{text}</p>
      <div class="row">
        <Button onPress={() => choose(false)}>Choose files</Button>
        {hasFolders && <Button onPress={() => choose(true)}>Choose a folder</Button>}
      </div>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={accept}
        onChange={({ currentTarget }) => {
          take(listPicked(currentTarget.files))
          currentTarget.value = ''
        }}
      />
      {children}
    </div>
  )
}
