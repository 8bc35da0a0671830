import { DeliveryError } from '../assets/delivery-error.ts'
import type { OpenDestination } from '../assets/s3-destination.ts'
import { withStorage } from '../assets/with-storage.ts'
import { crashPoint } from '../crash-point.ts'
import { createOutboundPolicy } from '../outbound/policy.ts'
import type { Services } from '../services.ts'
import { findSealedCredentials, touchCredentials } from '../store/destination-credentials.ts'
import { noteOpenUpload, type OpenUpload, type VideoDelivery } from '../store/video-deliveries.ts'
import { isClearOnNetwork } from './check-destination.ts'
import { openKeys } from './credentials.ts'
import { type DeliveredFile, listDeliveredFiles } from './list-files.ts'

/** Sends all files of a delivery and returns the key of the video; throws a DeliveryError where it can't be done. */
export async function sendFiles(
  services: Services,
  delivery: VideoDelivery,
  signal: AbortSignal,
): Promise<string> {
  const { db } = services
  const files = listDeliveredFiles(delivery)
  const video = files.at(-1)
  if (delivery.isDeleted || delivery.videoKey === null || !video)
    throw new DeliveryError('DELIVERY_FILES_DELETED')
  if (delivery.upload) await abortUpload(services, delivery, delivery.upload, signal)
  const { destination, orgId } = delivery
  const bucket = await openBucket(services, delivery, destination, signal)
  await touchCredentials(db, { orgId, credentialsId: destination.credentialsId })
  for (const file of files) {
    const bytes = await findSize(services, file)
    await bucket.put({
      ...file,
      bytes,
      open: () => withStorage(() => services.storage.read(file.storedKey), signal),
      async onUpload(upload) {
        const isOurs = await noteOpenUpload(db, delivery, upload && { ...upload, destination })
        await crashPoint('upload-noted')
        if (!isOurs && upload) throw new DeliveryError('DELIVERY_FAILED', { seen: 'It was begun anew.' })
      },
    })
  }
  return video.key
}

async function findSize({ storage }: Services, { storedKey }: DeliveredFile): Promise<number> {
  const bytes = await withStorage(() => storage.findSize(storedKey))
  if (bytes === undefined) throw new DeliveryError('DELIVERY_FILES_DELETED')
  return bytes
}

/** What a killed worker left behind is taken back; where that can't be done now, it must not hold up the video. */
async function abortUpload(
  services: Services,
  delivery: VideoDelivery,
  { destination, ...upload }: OpenUpload,
  signal: AbortSignal,
): Promise<void> {
  try {
    const bucket = await openBucket(services, delivery, destination, signal)
    await bucket.abort(upload)
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof DeliveryError)) throw error
    const { renderId } = delivery
    services.log.warn({ renderId, code: error.code }, 'an unfinished upload could not be aborted')
  }
  await noteOpenUpload(services.db, delivery, null)
}

async function openBucket(
  services: Services,
  { orgId, renderId }: VideoDelivery,
  destination: VideoDelivery['destination'],
  signal: AbortSignal,
): Promise<OpenDestination> {
  const { credentialsId, endpoint } = destination
  const sealed = await findSealedCredentials(services.db, { orgId, credentialsId })
  if (sealed === undefined) throw new DeliveryError('DESTINATION_CREDENTIALS_DELETED')
  const policy = createOutboundPolicy(services.config)
  // The operator may have taken back what was allowed when the batch was created.
  if (endpoint && isClearOnNetwork(policy, endpoint)) throw new DeliveryError('DESTINATION_NOT_ALLOWED')
  // S3's client is large and loaded only where it is wanted.
  const { openS3Destination } = await import('../assets/s3-destination.ts')
  return openS3Destination({
    destination,
    keys: openKeys(services, sealed),
    policy,
    onRefused: (refusal) => services.log.warn({ renderId, ...refusal }, 'an address was refused'),
    signal,
  })
}
