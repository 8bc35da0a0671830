/** Where traces go, and which; from the variables that OpenTelemetry defines for all programs. */
export type TraceSettings = {
  url: string
  protocol: 'http/protobuf' | 'http/json'
  /** May hold the key to the collector. */
  headers: Record<string, string>
  timeoutMs: number
  isCompressed: boolean
  delayMs: number
  sampler: { followsParent: boolean; share: number }
  /** What is said about this process. */
  resource: Record<string, string>
}

const PREFIX = 'OTEL_EXPORTER_OTLP_'
const PROTOCOLS = ['http/protobuf', 'http/json'] as const
const SAMPLERS: Record<string, number | 'arg'> = { always_on: 1, always_off: 0, traceidratio: 'arg' }
const DEFAULT_TIMEOUT_MS = 10_000
const DEFAULT_DELAY_MS = 5000

/** Names that may hold secrets: no process that is started from here needs them. */
export const SECRET_TRACE_NAMES = [`${PREFIX}HEADERS`, `${PREFIX}TRACES_HEADERS`]

/**
 * Undefined: nobody has asked for traces. What is wrong is a warning, never a reason not to start: that is how OpenTelemetry
 * wants it, and a service without traces is better than none.
 */
export function readTraceSettings(env: NodeJS.ProcessEnv, warnings: string[]): TraceSettings | undefined {
  const read = (name: string) => env[`${PREFIX}TRACES_${name}`] || env[`${PREFIX}${name}`]
  const url = readUrl(env)
  if (!url || env.OTEL_SDK_DISABLED?.toLowerCase() === 'true' || env.OTEL_TRACES_EXPORTER === 'none')
    return undefined
  const off = (what: string) => void warnings.push(`${what}, so no traces are sent.`)
  if (!URL.canParse(url) || !/^https?:/.test(url)) return off(`${PREFIX}ENDPOINT is not an http or https URL`)
  const protocol = PROTOCOLS.find((each) => each === (read('PROTOCOL') ?? 'http/protobuf'))
  if (!protocol)
    return off(`${PREFIX}PROTOCOL is ${read('PROTOCOL')}, and only ${PROTOCOLS.join(' and ')} are known`)
  return {
    url,
    protocol,
    headers: readPairs(read('HEADERS')),
    timeoutMs: readNumber(read('TIMEOUT'), DEFAULT_TIMEOUT_MS),
    isCompressed: read('COMPRESSION') === 'gzip',
    delayMs: readNumber(env.OTEL_BSP_SCHEDULE_DELAY, DEFAULT_DELAY_MS),
    sampler: readSampler(env, warnings),
    resource: {
      'service.name': 'songreel',
      ...readPairs(env.OTEL_RESOURCE_ATTRIBUTES),
      ...(env.OTEL_SERVICE_NAME && { 'service.name': env.OTEL_SERVICE_NAME }),
    },
  }
}

/** The address for traces is taken as it is, the one for everything gets their path. */
function readUrl(env: NodeJS.ProcessEnv): string | undefined {
  const base = env[`${PREFIX}ENDPOINT`]
  return env[`${PREFIX}TRACES_ENDPOINT`] || (base && `${base.replace(/\/+$/, '')}/v1/traces`)
}

/** `name=value,name=value`, values percent-encoded, as in W3C Baggage. */
function readPairs(text = ''): Record<string, string> {
  const pairs = text.split(',').map((pair) => {
    const [name = '', ...value] = pair.split('=')
    return [name.trim(), decode(value.join('=').trim())]
  })
  return Object.fromEntries(pairs.filter(([name]) => name))
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function readNumber(text: string | undefined, fallback: number): number {
  return text && /^\d+$/.test(text) ? Number(text) : fallback
}

function readSampler(env: NodeJS.ProcessEnv, warnings: string[]): TraceSettings['sampler'] {
  const name = env.OTEL_TRACES_SAMPLER || 'parentbased_always_on'
  const share = SAMPLERS[name.replace(/^parentbased_/, '')]
  const followsParent = name.startsWith('parentbased_')
  if (share === undefined) {
    warnings.push(`OTEL_TRACES_SAMPLER is ${name}, which is not known: all traces are sent.`)
    return { followsParent: true, share: 1 }
  }
  const given = Number(env.OTEL_TRACES_SAMPLER_ARG || 1)
  const isShare = given >= 0 && given <= 1
  if (share === 'arg' && !isShare)
    warnings.push('OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1: all traces are sent.')
  return { followsParent, share: share === 'arg' ? (isShare ? given : 1) : share }
}
