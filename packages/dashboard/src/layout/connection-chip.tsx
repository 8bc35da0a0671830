import { connection } from '../data/live.ts'
import { slowedUntilMs } from '../fetch-once.ts'

const WORDS = {
  connecting: ['◐', 'Connecting…'],
  live: ['●', 'Live'],
  reconnecting: ['◐', 'Reconnecting…'],
  polling: ['○', 'Checking every 10 s'],
} as const

/** The server has had too many requests; what pages wait for comes by itself. */
const SLOWED = ['◐', 'Too fast for the server: going on in a moment'] as const

/** Whether what is shown is up to date. */
export function ConnectionChip() {
  const [sign, words] = slowedUntilMs.value ? SLOWED : WORDS[connection.value]
  return (
    <span class={`chip is-${connection.value}`} role="status">
      <span aria-hidden="true">{sign}</span> <span class="chip-words">{words}</span>
    </span>
  )
}
