import { connection } from '../live/live.ts'

const WORDS = {
  connecting: ['◐', 'Connecting…'],
  live: ['●', 'Live'],
  reconnecting: ['◐', 'Reconnecting…'],
  polling: ['○', 'Checking every 10 s'],
} as const

/** Whether what is shown is up to date. */
export function ConnectionChip() {
  const [sign, words] = WORDS[connection.value]
  return (
    <span class={`chip is-${connection.value}`} role="status">
      <span aria-hidden="true">{sign}</span> <span class="chip-words">{words}</span>
    </span>
  )
}
