import type { Limits, Liveness, Readiness, ServiceVersion, Usage, UsageFilter, Workload } from './records.ts'
import type { Result } from './result.ts'
import type { CallOptions, Transport } from './transport.ts'

export type Service = {
  /** What was made, by day, template or artist. */
  usage(filter?: UsageFilter, options?: CallOptions): Promise<Result<Usage>>
  /** The same as a CSV file, a line for each day, template or artist. */
  usageCsv(filter?: UsageFilter, options?: CallOptions): Promise<string>
  /** What waits, what is being made by which worker, and what has ended lately; of everybody with the operator's token. */
  workload(options?: CallOptions): Promise<Result<Workload>>
  limits(options?: CallOptions): Promise<Result<Limits>>
  version(options?: CallOptions): Promise<Result<ServiceVersion>>
  /** Whether the process is running. */
  liveness(options?: CallOptions): Promise<Result<Liveness>>
  /** Whether every part works; a ServerError (503) names the part that does not. */
  readiness(options?: CallOptions): Promise<Result<Readiness>>
  /** Prometheus text. */
  metrics(options?: CallOptions): Promise<string>
  /** The OpenAPI 3.1 document. */
  openapi(options?: CallOptions): Promise<Record<string, unknown>>
}

export function createService({ get, read, send }: Transport): Service {
  return {
    usage: (query = {}, options = {}) => send({ ...options, method: 'GET', path: '/v1/usage', query }),
    usageCsv: (filter = {}, options = {}) => {
      const query = { ...filter, format: 'csv' }
      return read({ ...options, method: 'GET', path: '/v1/usage', query }, (response) => response.text())
    },
    workload: (options) => get('/v1/workload', options),
    limits: (options) => get('/v1/limits', options),
    version: (options) => get('/version', options),
    liveness: (options) => get('/livez', options),
    readiness: (options) => get('/readyz', options),
    metrics: (options) =>
      read({ ...options, method: 'GET', path: '/metrics' }, (response) => response.text()),
    openapi: (options) =>
      read({ ...options, method: 'GET', path: '/v1/openapi.json' }, (response) => response.json()),
  }
}
