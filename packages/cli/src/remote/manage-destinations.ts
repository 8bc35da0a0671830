import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import type { DestinationTest, Render, Songreel } from '@songreel/sdk'
import { EXIT, type ExitCode, usageError } from '../cli-error.ts'
import { cleanText, createPaint, showMark } from '../print.ts'
import { collectList, type ListFlags } from './collect-list.ts'
import type { OutputFlags } from './output-form.ts'
import { listColumns, printDone, printList, printRecord } from './print-records.ts'

type BucketFlags = { bucket?: string; prefix?: string; region?: string; endpoint?: string }
type Context = {
  client: Songreel
  flags: OutputFlags &
    ListFlags &
    BucketFlags & { quiet?: boolean; name?: string; accessKeyId?: string; credentials?: string }
  signal: AbortSignal
}

const COLUMNS = listColumns('credentialsId', 'name', 'accessKeyHint', 'createdAt', 'lastUsedAt')

/** How often a render is asked for until its first attempt is over, and how long between. */
const LOOKS = 240
const LOOK_MS = 250

/** `songreel destinations add`: the secret key is never an argument, where other users of the machine could read it. */
export async function addCredentials({ client, flags, signal }: Context): Promise<undefined> {
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY } = process.env
  const accessKeyId = flags.accessKeyId ?? AWS_ACCESS_KEY_ID
  if (!accessKeyId) throw usageError('There is no access key id: use --access-key-id, or AWS_ACCESS_KEY_ID.')
  // Two halves of different keys would be stored without a word.
  const known = flags.accessKeyId === undefined ? AWS_SECRET_ACCESS_KEY : undefined
  const secretAccessKey = known ?? (await readSecret())
  const made = await client.destinationCredentials.create(
    { name: flags.name ?? '', accessKeyId, secretAccessKey },
    { signal },
  )
  printDone(`${made.name} is stored; batches name it as ${made.credentialsId}.`, { flags })
  printRecord(made, { idField: 'credentialsId', flags, isIdEnough: true })
}

async function readSecret(): Promise<string> {
  if (process.stdin.isTTY) process.stderr.write('  The secret access key, then Enter and Ctrl+D: ')
  const secret = (await text(process.stdin)).trim()
  if (secret) return secret
  throw usageError('There is no secret access key: send it on stdin, or set AWS_SECRET_ACCESS_KEY.')
}

/** `songreel destinations list` */
export async function listCredentials({ client, flags, signal }: Context): Promise<undefined> {
  const found = await collectList((page) => client.destinationCredentials.list(page, { signal }), flags)
  printList(found, { columns: COLUMNS, idField: 'credentialsId', flags })
}

/** `songreel destinations test <credentials> --bucket <name>` */
export async function testBucket(id: string, { client, flags, signal }: Context): Promise<ExitCode> {
  const tested = await client.destinationCredentials.test(id, readBucket(flags), { signal })
  const { isWritable, isDeleted, key, error } = tested
  const words = isWritable
    ? `It can be written.${isDeleted ? '' : ` ${key} could not be deleted again, which no video needs.`}`
    : (error?.message ?? 'It cannot be written.')
  tell(words, { isGood: isWritable, flags })
  printRecord(tested, { idField: 'key', flags })
  return isWritable ? EXIT.ok : EXIT.failed
}

/** `songreel destinations delete <credentials>` */
export async function deleteCredentials(id: string, { client, flags, signal }: Context): Promise<undefined> {
  const gone = await client.destinationCredentials.delete(id, { signal })
  printDone(`${gone.credentialsId} is deleted.`, { flags })
}

/** `songreel destinations redeliver <render>`: sends the files again and says what came of the first attempt. */
export async function redeliver(id: string, { client, flags, signal }: Context): Promise<ExitCode> {
  const { credentials: credentialsId } = flags
  if ((credentialsId === undefined) !== (flags.bucket === undefined))
    throw usageError('Another bucket needs both --bucket and --credentials.')
  const destination = credentialsId && { type: 'S3' as const, ...readBucket(flags), credentialsId }
  let render: Render = await client.renders.redeliver(id, { ...(destination && { destination }) }, { signal })
  for (let look = 0; look < LOOKS && render.delivered?.attempts === 0; look++) {
    await pause(LOOK_MS, undefined, { signal })
    render = await client.renders.get(id, { signal })
  }
  const { status, key, error, nextAttemptAt } = render.delivered ?? {}
  const isGood = status === 'DELIVERED'
  const again = nextAttemptAt ? ` The next attempt is at ${nextAttemptAt}.` : ''
  tell(isGood ? `It is delivered: ${key}` : `${error?.message ?? 'It is not delivered yet.'}${again}`, {
    isGood,
    flags,
  })
  printRecord(render, { idField: 'renderId', flags, isIdEnough: true })
  return isGood ? EXIT.ok : EXIT.failed
}

function readBucket({ bucket, prefix, region, endpoint }: BucketFlags): DestinationTest {
  if (bucket === undefined) throw usageError('Which bucket? Use --bucket.')
  return { bucket, ...(prefix && { prefix }), ...(region && { region }), ...(endpoint && { endpoint }) }
}

function tell(words: string, { isGood, flags }: { isGood: boolean; flags: Context['flags'] }): void {
  if (flags.json || (flags.quiet && isGood)) return
  const mark = showMark(isGood ? 'good' : 'bad', createPaint(process.stderr))
  process.stderr.write(`  ${mark} ${cleanText(words)}\n`)
}
