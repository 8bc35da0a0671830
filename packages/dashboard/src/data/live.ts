import { signal } from '@preact/signals'
import type { BatchRecord } from '@songreel/sdk'
import { forgetReadings } from '../fetch-once.ts'
import { followEvents } from './follow-events.ts'
import type { Connection, LiveMessage } from './messages.ts'

type Listener = {
  /** A batch was made or changed. */
  onBatch?(batch: BatchRecord): void
  /** News may have been missed, or does not come by itself: read again what is shown. */
  onRefresh?(): void
}

const NAME = 'songreel-live'
/** The leader says something every 5 seconds. */
const SILENCE_MS = 12_000
const POLL_MS = 10_000

/** What the frame shows. */
export const connection = signal<Connection>('connecting')
const listeners = new Set<Listener>()

/** Calls back with news until what it returns is called. */
export function listen(listener: Listener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/**
 * Starts the stream: one per browser, however many tabs there are, because browsers allow only six connections to a
 * server. The tab that holds the lock reads it and tells the others; when it closes, the next one takes over.
 */
export function startLive(): () => void {
  const ended = new AbortController()
  const channel = new BroadcastChannel(NAME)
  let isLeader = false
  let silence: ReturnType<typeof setTimeout> | undefined

  const tell = (message: LiveMessage) => {
    receive(message)
    channel.postMessage(message)
  }
  const lead = async () => {
    isLeader = true
    clearTimeout(silence)
    await followEvents(tell, ended.signal)
  }
  const awaitSign = () => {
    clearTimeout(silence)
    if (!isLeader) silence = setTimeout(onSilence, SILENCE_MS)
  }
  /** The leader hangs: this tab helps itself until there is another one. */
  const onSilence = () => {
    receive({ type: 'state', connection: 'polling' })
    receive({ type: 'refresh' })
    silence = setTimeout(onSilence, POLL_MS)
  }
  channel.onmessage = ({ data }: MessageEvent<LiveMessage>) => {
    if (data.type === 'hello') {
      if (isLeader) channel.postMessage({ type: 'state', connection: connection.value } satisfies LiveMessage)
      return
    }
    awaitSign()
    receive(data)
  }
  channel.postMessage({ type: 'hello' } satisfies LiveMessage)
  awaitSign()
  // Plain http on another host has no locks: there every tab reads for itself.
  const leading = navigator.locks ? navigator.locks.request(NAME, { signal: ended.signal }, lead) : lead()
  leading.catch((error: unknown) => {
    if (!ended.signal.aborted) throw error
  })
  return () => {
    ended.abort()
    clearTimeout(silence)
    channel.close()
  }
}

function receive(message: LiveMessage): void {
  if (message.type !== 'state') forgetReadings()
  if (message.type === 'state') connection.value = message.connection
  if (message.type === 'batch') for (const { onBatch } of listeners) onBatch?.(message.batch)
  if (message.type === 'refresh') for (const { onRefresh } of listeners) onRefresh?.()
}
