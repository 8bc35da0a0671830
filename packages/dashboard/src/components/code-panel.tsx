import type { ComponentChildren } from 'preact'
import './code-panel.css'

type Props = {
  /** What it is: words, or the tabs that choose what is shown. */
  head: ComponentChildren
  /** What can be done with it. */
  tools?: ComponentChildren
  /** The code: one `pre`, or several of which one is shown. */
  children: ComponentChildren
}

/** Code on a dark ground, below a line that says what it is. */
export function CodePanel({ head, tools, children }: Props) {
  return (
    <div class="panel">
      <div class="panel-head">
        {head}
        {tools}
      </div>
      {children}
    </div>
  )
}

/** A status of HTTP, as it stands in a panel's head and in lists. */
export function HttpStatus({ status, mood }: { status: string | number; mood?: 'ok' | 'bad' }) {
  return <span class={mood ? `status ${mood}` : 'status'}>{status}</span>
}

/** The code that a reader sees in the panel around an element. */
export function readShownCode(inside: Element | undefined): string {
  const all = inside?.closest('.panel')?.querySelectorAll<HTMLElement>('pre') ?? []
  const shown = [...all].find((code) => getComputedStyle(code).display !== 'none')
  return shown?.textContent ?? ''
}
