import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'

type Cleanup = { after(fn: () => Promise<void>): void }

/** A span as it arrived. */
export type ReceivedSpan = {
  name: string
  kind: number
  traceId: string
  spanId: string
  parentSpanId: string
  startMs: number
  endMs: number
  attributes: Record<string, unknown>
  isError: boolean
  /** What was said about the process that it comes from. */
  resource: Record<string, unknown>
}

/** Takes traces as a collector does: OTLP over HTTP, as protobuf or JSON. */
export type OtlpReceiver = {
  url: string
  spans: ReceivedSpan[]
  /** Headers of the requests, and their bodies as they came. */
  requests: { path: string; headers: IncomingHttpHeaders; body: Buffer }[]
}

/** Starts one on loopback; `respond` may do worse than take everything. */
export async function startOtlpReceiver(
  t: Cleanup,
  respond: (response: ServerResponse) => void = (response) => void response.writeHead(200).end(),
): Promise<OtlpReceiver> {
  const received: OtlpReceiver = { url: '', spans: [], requests: [] }
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const sent = await buffer(request)
    const body = request.headers['content-encoding'] === 'gzip' ? gunzipSync(sent) : sent
    received.requests.push({ path: request.url ?? '', headers: request.headers, body })
    const isJson = request.headers['content-type'] === 'application/json'
    received.spans.push(...(isJson ? readJson(JSON.parse(body.toString())) : readProtobuf(body)))
    respond(response)
  }
  const server = createServer((request, response) => void take(request, response))
  t.after(async () => {
    server.closeAllConnections()
    server.close()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  received.url = `http://127.0.0.1:${(server.address() as { port: number }).port}`
  return received
}

// biome-ignore lint/suspicious/noExplicitAny: the shape is that of OTLP's JSON, and its fields are what is tested.
type Json = any

function readJson({ resourceSpans }: Json): ReceivedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }: Json) =>
    scopeSpans.flatMap(({ spans }: Json) =>
      spans.map((span: Json) => ({
        name: span.name,
        kind: span.kind,
        traceId: span.traceId,
        spanId: span.spanId,
        parentSpanId: span.parentSpanId ?? '',
        startMs: Number(span.startTimeUnixNano) / 1e6,
        endMs: Number(span.endTimeUnixNano) / 1e6,
        attributes: readJsonAttributes(span.attributes),
        isError: span.status?.code === 2,
        resource: readJsonAttributes(resource.attributes),
      })),
    ),
  )
}

function readJsonAttributes(attributes: Json[]): Record<string, unknown> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => {
      const [kind, content] = Object.entries(value)[0] as [string, unknown]
      return [key, kind === 'intValue' ? Number(content) : content]
    }),
  )
}

/** A message of protobuf: what came under each number. Numbers of fields: opentelemetry-proto, trace.proto. */
type Fields = Map<number, (Buffer | bigint)[]>

function readFields(message: Buffer): Fields {
  const fields: Fields = new Map()
  let at = 0
  const readVarint = () => {
    let value = 0n
    for (let shift = 0n; ; shift += 7n) {
      const byte = message[at++] as number
      value |= BigInt(byte & 0x7f) << shift
      if (byte < 0x80) return value
    }
  }
  const readValue = (wireType: number): Buffer | bigint => {
    if (wireType === 0) return readVarint()
    const length = wireType === 1 ? 8 : wireType === 5 ? 4 : Number(readVarint())
    at += length
    return message.subarray(at - length, at)
  }
  while (at < message.length) {
    const tag = Number(readVarint())
    const values = fields.get(tag >> 3) ?? []
    values.push(readValue(tag & 7))
    fields.set(tag >> 3, values)
  }
  return fields
}

const inside = (fields: Fields, number: number) =>
  (fields.get(number) ?? []).map((value) => readFields(value as Buffer))
const bytes = (fields: Fields, number: number) => (fields.get(number)?.[0] ?? Buffer.alloc(0)) as Buffer
const moment = (fields: Fields, number: number) => Number(bytes(fields, number).readBigUInt64LE()) / 1e6

function readProtobuf(body: Buffer): ReceivedSpan[] {
  return inside(readFields(body), 1).flatMap((resourceSpans) => {
    const resource = readAttributes(inside(resourceSpans, 1)[0] ?? new Map(), 1)
    return inside(resourceSpans, 2).flatMap((scopeSpans) =>
      inside(scopeSpans, 2).map((span) => ({
        name: bytes(span, 5).toString(),
        kind: Number(span.get(6)?.[0] ?? 0),
        traceId: bytes(span, 1).toString('hex'),
        spanId: bytes(span, 2).toString('hex'),
        parentSpanId: bytes(span, 4).toString('hex'),
        startMs: moment(span, 7),
        endMs: moment(span, 8),
        attributes: readAttributes(span, 9),
        isError: inside(span, 15)[0]?.get(3)?.[0] === 2n,
        resource,
      })),
    )
  })
}

function readAttributes(fields: Fields, number: number): Record<string, unknown> {
  return Object.fromEntries(
    inside(fields, number).map((pair) => {
      const value = inside(pair, 2)[0] ?? new Map()
      if (value.has(1)) return [bytes(pair, 1).toString(), bytes(value, 1).toString()]
      if (value.has(2)) return [bytes(pair, 1).toString(), value.get(2)?.[0] === 1n]
      if (value.has(3)) return [bytes(pair, 1).toString(), Number(value.get(3)?.[0])]
      return [bytes(pair, 1).toString(), bytes(value, 4).readDoubleLE()]
    }),
  )
}
