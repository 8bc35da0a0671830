import './status-pill.css'

type Mood = 'active' | 'good' | 'bad' | 'warn' | 'idle'

/** What the states of the API are called for people. */
const WORDS: Record<string, [word: string, mood: Mood]> = {
  PENDING: ['Waiting', 'idle'],
  PROCESSING: ['In progress', 'active'],
  COLLECTING_ASSETS: ['Getting your files', 'active'],
  RENDERING: ['Rendering', 'active'],
  UPLOADING: ['Saving', 'active'],
  COMPLETED: ['Done', 'good'],
  PARTIALLY_COMPLETED: ['Partly done', 'warn'],
  FAILED: ['Failed', 'bad'],
  CANCELED: ['Stopped', 'idle'],
  DELIVERED: ['Delivered', 'good'],
  RETRYING: ['Trying again', 'warn'],
  READY: ['Ready', 'good'],
  EXPIRED: ['Ended', 'idle'],
  REVOKED: ['Revoked', 'idle'],
  WORKING: ['Works', 'good'],
  NOT_READY: ['Does not work', 'bad'],
}

/** The state of something, as a word and a colour; a state that this version does not know is shown as it is. */
export function StatusPill({ status }: { status: string }) {
  const [word, mood] = describeStatus(status)
  return <span class={`pill is-${mood}`}>{word}</span>
}

export function describeStatus(status: string): [word: string, mood: Mood] {
  return WORDS[status] ?? [status, 'idle']
}
