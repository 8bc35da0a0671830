import type { ComponentChildren } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { Button } from './button.tsx'
import './drop-zone.css'

type Props = { text: string; accept: string; onFiles(files: File[]): void; children?: ComponentChildren }

/** Takes files that are dropped on it, or chosen by a button. */
export function DropZone({ text, accept, onFiles, children }: Props) {
  const [isOver, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const take = (files: FileList | null | undefined) => files && files.length > 0 && onFiles([...files])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is the short way; the button inside is for everybody.
    <div
      class={isOver ? 'drop is-over' : 'drop'}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        take(event.dataTransfer?.files)
      }}
    >
      <p>{text}</p>
      <Button onPress={() => input.current?.click()}>Choose files</Button>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={accept}
        onChange={({ currentTarget }) => {
          take(currentTarget.files)
          currentTarget.value = ''
        }}
      />
      {children}
    </div>
  )
}
