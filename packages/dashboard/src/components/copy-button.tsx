import { Button, type Loudness } from './button.tsx'
import { copyText } from './copy-text.ts'

type Props = {
  /** What is copied, or how it is found when the button is pressed. */
  text: string | (() => string)
  loudness?: Loudness
}

/** Puts a text on the clipboard. */
export function CopyButton({ text, loudness }: Props) {
  return (
    <Button isSmall loudness={loudness} onPress={() => copyText(typeof text === 'string' ? text : text())}>
      Copy
    </Button>
  )
}
