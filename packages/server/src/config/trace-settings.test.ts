import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forgetSecrets, readConfig } from './config.ts'
import { readTraceSettings } from './trace-settings.ts'

const ENDPOINT = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' }

function read(env: NodeJS.ProcessEnv) {
  const warnings: string[] = []
  return { settings: readTraceSettings(env, warnings), warnings }
}

test('without an endpoint, or switched off, there are no traces and no word about them', () => {
  for (const env of [
    {},
    { OTEL_SERVICE_NAME: 'x', OTEL_TRACES_SAMPLER: 'nonsense' },
    { ...ENDPOINT, OTEL_SDK_DISABLED: 'TRUE' },
    { ...ENDPOINT, OTEL_TRACES_EXPORTER: 'none' },
  ])
    assert.deepEqual(read(env), { settings: undefined, warnings: [] })
})

test('the endpoint of everything gets the path of traces, their own is taken as it is', () => {
  assert.equal(read(ENDPOINT).settings?.url, 'http://collector:4318/v1/traces')
  const own = { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://c.example/x' }
  assert.equal(read({ ...ENDPOINT, ...own }).settings?.url, 'https://c.example/x')
})

test('headers and resource attributes are pairs, and what is meant for traces goes before', () => {
  const { settings } = read({
    ...ENDPOINT,
    OTEL_EXPORTER_OTLP_HEADERS: 'a=general',
    OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'authorization=Bearer%20x=y, b=%zz,,=c',
    OTEL_RESOURCE_ATTRIBUTES: 'service.name=a,team=music',
    OTEL_EXPORTER_OTLP_TIMEOUT: '200',
    OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'http/json',
  })
  assert.deepEqual(settings?.headers, { authorization: 'Bearer x=y', b: '%zz' })
  assert.deepEqual(settings?.resource, { 'service.name': 'a', team: 'music' })
  assert.deepEqual(
    [settings?.timeoutMs, settings?.protocol, settings?.isCompressed],
    [200, 'http/json', false],
  )
})

test('samplers are those of the specification', () => {
  const sampler = (name: string, arg?: string) =>
    read({ ...ENDPOINT, OTEL_TRACES_SAMPLER: name, OTEL_TRACES_SAMPLER_ARG: arg }).settings?.sampler
  assert.deepEqual(read(ENDPOINT).settings?.sampler, { followsParent: true, share: 1 })
  assert.deepEqual(sampler('always_off'), { followsParent: false, share: 0 })
  assert.deepEqual(sampler('traceidratio', '0.25'), { followsParent: false, share: 0.25 })
  assert.deepEqual(sampler('parentbased_traceidratio', '0.5'), { followsParent: true, share: 0.5 })
  assert.deepEqual(sampler('parentbased_always_off'), { followsParent: true, share: 0 })
})

test('what is not understood is a warning by name, and never a reason not to start', () => {
  const wrong: [NodeJS.ProcessEnv, RegExp, boolean][] = [
    [
      { OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' },
      /OTEL_EXPORTER_OTLP_PROTOCOL is grpc.*no traces are sent/,
      false,
    ],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4317' }, /OTEL_EXPORTER_OTLP_ENDPOINT is not/, false],
    [{ OTEL_TRACES_SAMPLER: 'jaeger_remote' }, /OTEL_TRACES_SAMPLER is jaeger_remote/, true],
    [{ OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '7' }, /OTEL_TRACES_SAMPLER_ARG/, true],
  ]
  for (const [env, said, isOn] of wrong) {
    const { config, warnings } = readConfig({ ...ENDPOINT, ...env })
    assert.match(warnings.join(), said)
    assert.equal(config.traces !== undefined, isOn)
  }
})

test('the key to the collector is taken out of the environment', () => {
  const env = {
    OTEL_EXPORTER_OTLP_HEADERS: 'k=v',
    OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'k=v',
    OTEL_SERVICE_NAME: 'x',
  }
  forgetSecrets(env)
  assert.deepEqual(env, { OTEL_SERVICE_NAME: 'x' })
})
