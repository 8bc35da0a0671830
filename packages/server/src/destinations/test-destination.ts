import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import type { DestinationTest, DestinationTested } from '@songreel/contract'
import { DeliveryError, describeDeliveryError } from '../assets/delivery-error.ts'
import { joinKey } from '../assets/s3-place.ts'
import { createOutboundPolicy } from '../outbound/policy.ts'
import type { Services } from '../services.ts'
import { type CredentialsRef, getSealedCredentials } from '../store/destination-credentials.ts'
import { refuseForbiddenEndpoint } from './check-destination.ts'
import { openKeys } from './credentials.ts'

/** As long as a person waits for it. */
const LIMIT_MS = 20_000

/** Stores a small object where videos would go, the way they would, and deletes it again. */
export async function testDestination(
  services: Services,
  ref: CredentialsRef,
  { prefix, ...destination }: DestinationTest,
): Promise<DestinationTested> {
  const { config, db, log } = services
  refuseForbiddenEndpoint(config, destination.endpoint, 'endpoint')
  const keys = openKeys(services, await getSealedCredentials(db, ref))
  const { openS3Destination } = await import('../assets/s3-destination.ts')
  const signal = AbortSignal.timeout(LIMIT_MS)
  const onRefused = (refusal: object) => log.warn({ ...ref, ...refusal }, 'an address was refused')
  const bucket = openS3Destination({
    destination,
    keys,
    policy: createOutboundPolicy(config),
    onRefused,
    signal,
  })
  const key = joinKey(prefix, `songreel-test-${randomBytes(6).toString('hex')}.txt`)
  const body = Buffer.from('Songreel can write here. This file may be deleted.\n')
  const startedMs = performance.now()
  const tookMs = () => Math.round(performance.now() - startedMs)
  try {
    const open = async () => Readable.from([body])
    await bucket.put({ key, contentType: 'text/plain; charset=utf-8', bytes: body.length, open })
  } catch (error) {
    const known = readTestError(error, signal)
    if (!known) throw error
    return { isWritable: false, isDeleted: false, key, tookMs: tookMs(), error: describeDeliveryError(known) }
  }
  const isDeleted = await bucket.delete(key).then(
    () => true,
    () => false,
  )
  return { isWritable: true, isDeleted, key, tookMs: tookMs() }
}

function readTestError(error: unknown, signal: AbortSignal): DeliveryError | undefined {
  if (error instanceof DeliveryError) return error
  const seen = `It did not answer within ${LIMIT_MS / 1000} s.`
  return signal.aborted ? new DeliveryError('DESTINATION_UNREACHABLE', { seen }) : undefined
}
