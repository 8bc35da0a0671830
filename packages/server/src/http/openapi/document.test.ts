import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { Validator } from '@seriousme/openapi-schema-validator'
import { ERRORS } from '@songreel/contract'
import { startService } from '../../testing/start-service.ts'
import { isPartOfTheApi, type OpenApiDocument, openApiPathOf } from './document.ts'
import type { Operation } from './operation.ts'

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
    .map(({ method, url }) => `${String(method)} ${openApiPathOf(url)}`)

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
    if (method === 'post' && operation.security.length > 0) assert.ok(statuses.includes('422'), name)
    if (name.includes('{')) assert.ok(statuses.includes('404'), name)
  }
})

test('every code of the catalogue has an example in the envelope', () => {
  assert.deepEqual(Object.keys(document.components.examples), Object.keys(ERRORS))
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

test('examples of requests pass the very check that real ones pass', async () => {
  for (const { name, operation } of operations.filter(({ operation }) => operation.requestBody)) {
    const example = exampleOf(operation)
    if (example === undefined) continue
    const route = service.app.routeList.find(
      ({ method, url }) => `${String(method)} ${openApiPathOf(url)}` === name,
    )
    const schema = route?.schema?.body as { safeParse(value: unknown): { success: boolean; error?: Error } }
    const result = schema.safeParse(example)
    assert.ok(result.success, `${name}: ${result.error?.message}`)
  }
})

function exampleOf(operation: Operation): unknown {
  return operation.requestBody?.content['application/json']?.example
}
