import type { RenderFailureEntry } from './render-failures.ts'

/** Why a video could not be delivered; found in `delivered.error.code` of the render. The render itself stays completed. */
export const DELIVERY_FAILURES = {
  DESTINATION_REFUSED: {
    text: 'The destination refuses the keys.',
    retryable: false,
    hint: 'The keys need `s3:PutObject` and `s3:AbortMultipartUpload` on the bucket and prefix. Mend the rights or store new keys, then send the video again with `POST /v1/renders/{renderId}/redeliver`.',
  },
  DESTINATION_NOT_FOUND: {
    text: 'There is no such bucket at the destination.',
    retryable: false,
    hint: 'Create the bucket, or name the right one with `POST /v1/renders/{renderId}/redeliver`.',
  },
  DESTINATION_INVALID: {
    text: 'The destination does not take the video as it was sent.',
    retryable: false,
    hint: 'Check `region` and `endpoint`: the message has what the store said. `POST /v1/destination-credentials/{credentialsId}/test` tries them.',
  },
  DESTINATION_UNREACHABLE: {
    text: 'The destination could not be reached.',
    retryable: true,
    hint: 'Deliveries are tried again for three days. The message says whether DNS, the connection, TLS or the store itself was the problem.',
  },
  DESTINATION_CHECKSUM_MISMATCH: {
    text: 'The destination has other bytes than were sent.',
    retryable: true,
    hint: 'The video is sent again by itself. If it keeps failing, ask the provider of the store.',
  },
  DESTINATION_NOT_ALLOWED: {
    text: 'The address of the destination may not be reached from here.',
    retryable: false,
    hint: 'Use a public https address, or have the operator allow the host with `SONGREEL_ALLOW_PRIVATE_HOSTS`.',
  },
  DESTINATION_CREDENTIALS_DELETED: {
    text: 'The credentials of the destination were deleted.',
    retryable: false,
    hint: 'Store new keys with `POST /v1/destination-credentials`, then send the video again with a `destination` that names them.',
  },
  DELIVERY_FILES_DELETED: {
    text: 'The files were deleted before they were delivered.',
    retryable: false,
    hint: 'Make the video again with a new batch.',
  },
  DELIVERY_FAILED: {
    text: 'Something went wrong on our side.',
    retryable: true,
    hint: "It is tried again by itself. If it keeps failing, report it with the render's id.",
  },
} as const satisfies Record<string, RenderFailureEntry>

/** A code of a failed delivery. */
export type DeliveryFailureCode = keyof typeof DELIVERY_FAILURES
