import { truncate } from '../print.ts'

/** A terminal that is drawn over as a whole, and is as it was when it is closed. */
export type Screen = {
  /** Draws lines that fit its width; what is too low for it is left out. */
  draw(compose: (columns: number) => string[]): void
  onResize(listener: () => void): void
  close(): void
}

/** The other screen of the terminal, so that what stood there before comes back; and no cursor. */
const ENTER = '\x1b[?1049h\x1b[?25l'
const LEAVE = '\x1b[?25h\x1b[?1049l'
const HOME = '\x1b[H'
const ERASE_REST_OF_LINE = '\x1b[K'
const ERASE_BELOW = '\x1b[J'
const QUIT_KEYS = ['q', 'Q', '\x03']

/** Takes the terminal over; `q`, Escape and Ctrl-C ask to give it back. */
export function openScreen({ onQuit }: { onQuit(): void }): Screen {
  const { stdin, stdout } = process
  const listeners: (() => void)[] = []
  const onKey = (chunk: Buffer) => {
    const keys = chunk.toString()
    // An arrow key begins with Escape too, and means nothing here.
    if (keys === '\x1b' || QUIT_KEYS.some((key) => keys.includes(key))) onQuit()
  }
  const onResize = () => {
    for (const listener of listeners) listener()
  }
  let isOpen = true
  const close = () => {
    if (!isOpen) return
    isOpen = false
    stdin.off('data', onKey)
    stdin.setRawMode(false)
    stdin.pause()
    stdout.off('resize', onResize)
    process.off('exit', close)
    stdout.write(LEAVE)
  }
  stdin.setRawMode(true)
  stdin.resume()
  stdin.on('data', onKey)
  stdout.on('resize', onResize)
  // However it ends, the terminal must be usable.
  process.on('exit', close)
  stdout.write(ENTER)
  return {
    draw(compose) {
      if (!isOpen) return
      // Some pseudo-terminals say that they have none.
      const columns = stdout.columns || 80
      const lines = compose(columns).slice(0, Math.max(1, (stdout.rows || 24) - 1))
      const text = lines.map((line) => `${truncate(line, columns - 1)}${ERASE_REST_OF_LINE}`).join('\n')
      stdout.write(`${HOME}${text}\n${ERASE_BELOW}`)
    },
    onResize: (listener) => void listeners.push(listener),
    close,
  }
}
