import { type List, list } from './list.ts'
import type {
  DestinationCredentials,
  DestinationCredentialsFilter,
  DestinationCredentialsInput,
  DestinationTest,
  DestinationTested,
} from './records.ts'
import type { Result } from './result.ts'
import { at, type CallOptions, type Transport } from './transport.ts'

const PATH = '/v1/destination-credentials'

export type DestinationCredentialsCalls = {
  /** Stores the keys of a bucket, encrypted; batches name them as `serviceParams.destination.credentialsId`. */
  create(input: DestinationCredentialsInput, options?: CallOptions): Promise<Result<DestinationCredentials>>
  list(filter?: DestinationCredentialsFilter, options?: CallOptions): List<DestinationCredentials>
  /** Stores a small object in a bucket with these keys, and deletes it again. */
  test(
    credentialsId: string,
    bucket: DestinationTest,
    options?: CallOptions,
  ): Promise<Result<DestinationTested>>
  /** Takes effect at once; what still waits for them fails. */
  delete(
    credentialsId: string,
    options?: CallOptions,
  ): Promise<Result<{ credentialsId: string; deleted: true }>>
}

export function createDestinationCredentials(transport: Transport): DestinationCredentialsCalls {
  const { send, post } = transport
  return {
    create: (json, options) => post(PATH, json, options),
    list: (filter, options) => list(transport, PATH, filter, options),
    test: (credentialsId, json, options) => post(at(PATH, credentialsId, '/test'), json, options),
    delete: (credentialsId, options) =>
      send({
        ...options,
        method: 'DELETE',
        path: at(PATH, credentialsId),
        ifGone: { credentialsId, deleted: true },
      }),
  }
}
