import type { Songreel } from '@songreel/sdk'
import { leftError, usageError } from '../cli-error.ts'
import { cleanText, createPaint, type Paint, padEnd, showMark, truncate } from '../print.ts'
import { type Answer, forwardEvent } from './forward-event.ts'
import { isUrl } from './upload-unless-url.ts'
import { type HookEvent, watchEvents } from './watch-events.ts'

type Context = {
  client: Songreel
  flags: { forwardTo?: string; json?: boolean; quiet?: boolean }
  signal: AbortSignal
}

const TYPE_WIDTH = 'batch.partially_completed'.length
const MAX_SHOWN = 100

/** `songreel webhooks listen`: shows events as they happen, and forwards them to a receiver of one's own. */
export async function listenForEvents({ client, flags, signal }: Context): Promise<never> {
  const { forwardTo: url } = flags
  if (url !== undefined && !(isUrl(url) && URL.canParse(url)))
    throw usageError(
      `--forward-to needs an address, such as http://localhost:3000/hooks, not ${cleanText(url)}.`,
    )
  const { secret } = await client.webhooks.secret({ signal })
  const paint = createPaint(process.stdout)
  // What the receiver refused counts before what came after it.
  let again: HookEvent | undefined
  let isRefused = false
  const forward = async (event: HookEvent) => {
    const answer = url === undefined ? undefined : await forwardEvent(event, { url, secret, signal })
    if (!isRefused || event === again || (answer && !isGood(answer))) {
      again = event
      isRefused = answer !== undefined && !isGood(answer)
    }
    print(event, answer, { paint, isJson: flags.json ?? false })
  }
  // One after the other, so that lines and receivers see them in order.
  let work = Promise.resolve()
  const enqueue = (event: HookEvent) => {
    work = work.then(() => forward(event))
    return work
  }
  const closeKeys = listenForKeys({
    r: () => void (again && url && enqueue(again).catch(() => undefined)),
    q: () => process.kill(process.pid, 'SIGINT'),
  })
  try {
    printReady(url, secret, flags)
    const onSilence = createOutageNotice()
    for await (const event of watchEvents({ client, signal, onSilence })) await enqueue(event)
    throw new Error('a watch goes on until it is stopped')
  } catch (error) {
    if (!signal.aborted) throw error
    throw leftError('Stopped listening.', error)
  } finally {
    closeKeys()
  }
}

function printReady(url: string | undefined, secret: string, { json, quiet }: Context['flags']): void {
  if (json || quiet) return
  const paint = createPaint(process.stderr)
  const keys =
    url && process.stdin.isTTY ? '   r = send again what was refused, or the last one; q = quit' : ''
  const where = url ? `Events go to ${url}.` : 'Events are shown here; --forward-to <url> forwards them.'
  process.stderr.write(`  ${showMark('good', paint)} Ready. ${cleanText(where)}${keys}\n`)
  process.stderr.write(`    Signing secret: ${secret}   (put it in SONGREEL_WEBHOOK_SECRET)\n`)
}

/** Reports the start and the end of an outage once. */
function createOutageNotice(): (error: Error | undefined) => void {
  let isSilent = false
  return (error) => {
    if ((error !== undefined) === isSilent) return
    isSilent = error !== undefined
    const paint = createPaint(process.stderr)
    const told = error
      ? `The server does not respond; waiting for it. ${cleanText(error.message)}`
      : 'The server responds again.'
    process.stderr.write(`  ${showMark(error ? 'warning' : 'good', paint)} ${told}\n`)
  }
}

/** `12:03:11  render.completed  rnd_01K9…  → 200 OK in 14 ms` */
function print(
  { id, recordId, body: { type } }: HookEvent,
  answer: Answer | undefined,
  { paint, isJson }: { paint: Paint; isJson: boolean },
): void {
  if (isJson) {
    process.stdout.write(`${JSON.stringify({ event: type, id, recordId, ...answer })}\n`)
    return
  }
  const time = new Date().toTimeString().slice(0, 8)
  const line = `${time}  ${padEnd(cleanText(type), TYPE_WIDTH)}  ${cleanText(recordId)}`
  process.stdout.write(`${answer ? `${line}  ${showAnswer(answer, paint)}` : line}\n`)
}

function isGood({ status = 0 }: Answer): boolean {
  return status >= 200 && status < 300
}

function showAnswer(answer: Answer, paint: Paint): string {
  const { status, statusText, responseBody = '', error, tookMs } = answer
  const told = status === undefined ? `no response: ${error}` : `${status} ${statusText ?? ''}`.trim()
  const said =
    isGood(answer) || responseBody.trim() === ''
      ? ''
      : `   ${JSON.stringify(truncate(cleanText(responseBody.trim()), MAX_SHOWN))}`
  return `→ ${paint(isGood(answer) ? 'green' : 'red', cleanText(told))} in ${tookMs} ms${said}`
}

/** Calls what belongs to a key, from a terminal without waiting for Enter; a terminal's Ctrl-C stays what it is. */
function listenForKeys(keys: Record<string, () => void>): () => void {
  const { stdin } = process
  const isTerminal = stdin.isTTY === true
  const onData = (chunk: Buffer) => {
    for (const key of chunk.toString())
      if (key === '\x03') process.kill(process.pid, 'SIGINT')
      else keys[key]?.()
  }
  if (isTerminal) stdin.setRawMode(true)
  stdin.on('data', onData)
  return () => {
    stdin.off('data', onData)
    if (isTerminal) stdin.setRawMode(false)
    stdin.pause()
  }
}
