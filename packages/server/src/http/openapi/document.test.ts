import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { Validator } from '@seriousme/openapi-schema-validator'
import { WebhookEventType } from '@songreel/contract'
import { startService } from '../../../testing/start-service.ts'
import { isPartOfTheApi, type OpenApiDocument, toOpenApiPath } from './document.ts'
import type { JsonSchema } from './json-schema.ts'

const service = await startService({ after })
const { status, body } = await service.apiAs(undefined)('GET', '/v1/openapi.json')
const document = body as OpenApiDocument
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    name: `${method.toUpperCase()} ${path}`,
    path,
    method,
    operation,
  })),
)

test('the document is open to everybody and valid OpenAPI 3.1', async () => {
  const validator = new Validator()
  const { valid, errors } = await validator.validate(structuredClone(document))

  assert.equal(status, 200)
  assert.ok(valid, JSON.stringify(errors))
  assert.equal(validator.version, '3.1')
})

test('every route is described, and nothing else', () => {
  const routes = service.app.routeList
    .filter(isPartOfTheApi)
    .map(({ method, url }) => `${String(method)} ${toOpenApiPath(url)}`)

  assert.deepEqual(operations.map(({ name }) => name).sort(), routes.sort())
  assert.ok(routes.length >= 10)
})

test('every call has a name of its own, a summary, a known tag and a success', () => {
  const ids = operations.map(({ operation }) => operation.operationId)
  const tags = new Set(document.tags.map(({ name }) => name))

  assert.deepEqual(ids, [...new Set(ids)])
  for (const { name, operation } of operations) {
    assert.match(operation.operationId, /^[a-z][A-Za-z]+$/, name)
    assert.match(operation.summary, /^[A-Z].{5,}[^.]$/, `${name} has a summary`)
    assert.ok(operation.tags.length === 1 && tags.has(operation.tags[0] as string), `${name} has a known tag`)
    assert.ok(
      Object.keys(operation.responses).some((code) => code.startsWith('2')),
      `${name} can succeed`,
    )
  }
})

test('every call tells its errors: those of a token, of a body and of our own', () => {
  for (const { name, method, operation } of operations) {
    const statuses = Object.keys(operation.responses)
    assert.ok(statuses.includes('400') && statuses.includes('500'), name)
    if (operation.security.length > 0)
      for (const code of ['401', '403', '429']) assert.ok(statuses.includes(code), name)
    if (operation.requestBody) for (const code of ['413', '415']) assert.ok(statuses.includes(code), name)
    // A preview and a trial leave nothing behind, and take no key.
    if (
      method === 'post' &&
      operation.security.length > 0 &&
      !/\/(preview|\{credentialsId\}\/test)$/.test(name)
    )
      assert.ok(statuses.includes('422'), name)
    if (name.includes('{')) assert.ok(statuses.includes('404'), name)
  }
})

test('calls read like sentences: a verb, then what it is about', () => {
  const verbs =
    /^(create|list|get|update|patch|delete|restore|cancel|retry|preview|upload|download|stream|send|resend|rotate|revoke|moveUp|move|import|rebuild|redeliver|test)[A-Z]/
  for (const { operation } of operations) assert.match(operation.operationId, verbs)
})

test('every field and parameter is described, in requests, responses and events', () => {
  const missing: string[] = []
  const visit = (value: unknown, path: string): void => {
    if (typeof value !== 'object' || value === null) return
    const { properties, parameters } = value as { properties?: object; parameters?: JsonSchema[] }
    for (const [name, field] of Object.entries(properties ?? {}) as [string, JsonSchema][])
      if (!path.includes('/examples') && !isDescribed(field)) missing.push(`${path}/${name}`)
    for (const parameter of Array.isArray(parameters) ? parameters : [])
      if (!isDescribed(parameter)) missing.push(`${path}?${String(parameter.name)}`)
    for (const [key, inner] of Object.entries(value))
      if (!/^examples?$/.test(key)) visit(inner, `${path}/${key}`)
  }
  visit(document, '')
  assert.deepEqual(missing, [])
})

function isDescribed({ $ref, description }: JsonSchema): boolean {
  if (description) return true
  const [, , kind, name] = ($ref ?? '').split('/')
  const parts = document.components[kind as 'schemas'] as Record<string, JsonSchema> | undefined
  return Boolean(parts?.[name as string]?.description)
}

test('nothing in it is a bound of the machine, and switches are true or false', () => {
  assert.doesNotMatch(JSON.stringify(document), /9007199254740991/)
  for (const [name, path] of [
    ['dryRun', '/v1/batches'],
    ['cascade', '/v1/artists/{artistId}'],
    ['includeDeleted', '/v1/media'],
  ] as const) {
    const all = Object.values(document.paths[path] ?? {}).flatMap(({ parameters = [] }) => parameters)
    assert.equal(all.find((parameter) => parameter.name === name)?.schema?.type, 'boolean', name)
  }
})

test('files declare what they are, in both directions', () => {
  const typesOf = (path: string, method: string) => {
    const { requestBody, responses = {} } = document.paths[path]?.[method] ?? {}
    return {
      takes: Object.keys(requestBody?.content ?? {}),
      gives: Object.keys(responses[200]?.content ?? {}),
    }
  }
  assert.deepEqual(typesOf('/v1/contents/{contentId}/preview', 'post').gives, ['image/png', 'video/mp4'])
  assert.deepEqual(typesOf('/v1/uploads', 'post').takes.slice(0, 2), [
    'multipart/form-data',
    'application/octet-stream',
  ])
  assert.deepEqual(typesOf('/v1/batches/{batchId}/archive', 'get').gives, ['application/zip'])
  assert.deepEqual(typesOf('/v1/batches/{batchId}/events', 'get').gives, ['text/event-stream'])
})

test('every event that we send is described as a webhook', () => {
  assert.deepEqual(Object.keys(document.webhooks), WebhookEventType.options)
})

test('path parameters and the path agree', () => {
  for (const { name, path, operation } of operations) {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1])
    const described = (operation.parameters ?? [])
      .filter((parameter) => parameter.in === 'path')
      .map(({ name }) => name)
    assert.deepEqual(described, inPath, name)
  }
})

test('every reference leads somewhere, and everything named is used', () => {
  const text = JSON.stringify(document)
  const references = new Set(
    [...text.matchAll(/"\$ref":"#\/components\/(\w+)\/([^"]+)"/g)].map(([, kind, name]) => `${kind}/${name}`),
  )
  const { schemas, parameters, headers } = document.components
  const named = Object.entries({ schemas, parameters, headers }).flatMap(([kind, parts]) =>
    Object.keys(parts).map((name) => `${kind}/${name}`),
  )

  for (const reference of references) {
    const [kind, name] = reference.split('/') as ['schemas', string]
    assert.ok(document.components[kind][name], reference)
  }
  for (const name of named) assert.ok(references.has(name), `${name} is used`)
})
