import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { parseTemplateData } from './parse-template-data.ts'
import { defineTemplate } from './template.ts'

const base = { contentId: 'BASE_TEST_ONE', title: 'Test', description: 'A test.', setup: () => [] }

test('a template without data of its own takes the common data', () => {
  const { requiredData } = defineTemplate(base)
  const data = { customText: 'Hello', accentColor: '#12abEF', fontStyle: 'SERIF', theme: 'LIGHT' }
  assert.deepEqual(requiredData.parse(data), data)
  assert.deepEqual(requiredData.parse({}), {})
})

test('common data is checked', () => {
  const { requiredData } = defineTemplate(base)
  const wrong = [
    { customText: 'x'.repeat(1001) },
    { accentColor: '#12345' },
    { accentColor: 'tomato' },
    { fontStyle: 'COMIC' },
    { theme: 'dark' },
    { somethingElse: 1 },
  ]
  for (const data of wrong) assert.equal(requiredData.safeParse(data).success, false, JSON.stringify(data))
  assert.equal(requiredData.safeParse({ customText: 'x'.repeat(1000) }).success, true)
})

test('a template adds data of its own and may narrow the common data', () => {
  const template = defineTemplate({
    ...base,
    requiredData: z.object({ quote: z.string(), customText: z.string().max(80).optional() }),
  })
  assert.equal(template.requiredData.safeParse({ customText: 'Hello' }).success, false)
  assert.equal(template.requiredData.safeParse({ quote: 'Be' }).success, true)
  assert.equal(template.requiredData.safeParse({ quote: 'Be', customText: 'x'.repeat(81) }).success, false)
})

test('what the author leaves out has a default', () => {
  const template = defineTemplate(base)
  assert.equal(template.family, 'BASE')
  assert.equal(template.version, 1)
  assert.equal(template.aspectRatios, 'ALL')
  assert.deepEqual(template.needs, { audio: true })
  assert.deepEqual(template.defaults, { excerpt: { kind: 'HOOK', secs: 15 } })
})

test('a loop is silent', () => {
  const excerpt = { kind: 'LOOP', secs: 6, minSecs: 3, maxSecs: 8 } as const
  const template = defineTemplate({ ...base, defaults: { excerpt } })
  assert.deepEqual(template.needs, { audio: false })
})

test('its data can be described as JSON Schema', () => {
  const schema = z.toJSONSchema(defineTemplate(base).requiredData)
  assert.deepEqual(Object.keys(schema.properties ?? {}), ['customText', 'accentColor', 'fontStyle', 'theme'])
})

test('data that the template does not take is refused by name', () => {
  const template = defineTemplate({ ...base, requiredData: z.object({ label: z.string() }) })
  for (const [data, field] of [
    [{ label: 7 }, 'label'],
    [{ label: 'a', accentColor: 'red' }, 'accentColor'],
    [{ label: 'a', customText: 'x'.repeat(1001) }, 'customText'],
    [{ label: 'a', unknown: true }, ''],
  ] as const) {
    assert.throws(
      () => parseTemplateData(template, data),
      (error: { code?: string; details?: { field?: string } }) => {
        assert.equal(error.code, 'TEMPLATE_DATA_INVALID')
        assert.equal(error.details?.field, field)
        return true
      },
    )
  }
})
