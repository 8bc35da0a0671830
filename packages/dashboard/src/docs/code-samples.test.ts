import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DOCUMENT } from '../../testing/sample-document.ts'
import { listCalls } from './calls.ts'
import { composeSamples } from './code-samples.ts'

const [create, read] = listCalls(DOCUMENT)
const compose = (call = create) =>
  call ? composeSamples(call.method, `http://api.test${call.path}`, call.operation) : assert.fail()

test('a call with a body is written out so that it can be pasted, quotes included', () => {
  const { curl, javascript, python } = compose()
  assert.equal(
    curl,
    [
      'curl http://api.test/v1/artists \\',
      '  -H "Authorization: Bearer $SONGREEL_TOKEN" \\',
      '  -H "Content-Type: application/json" \\',
      `  -d '{`,
      `    "name": "Wren'\\''s",`,
      '    "artistId": "art_recorded"',
      `  }'`,
    ].join('\n'),
  )
  assert.match(javascript, /method: 'POST'/)
  assert.match(javascript, /'Authorization': `Bearer \$\{process\.env\.SONGREEL_TOKEN\}`/)
  assert.match(python, /requests\.post\(/)
  assert.match(python, /f"Bearer \{os\.environ\['SONGREEL_TOKEN'\]\}"/)
})

test('a call that only reads has an address and nothing else', () => {
  const { curl, javascript, python } = compose(read)
  assert.equal(curl, 'curl http://api.test/v1/artists/{artistId}')
  assert.match(
    javascript,
    /^const response = await fetch\('http:\/\/api\.test\/v1\/artists\/\{artistId\}'\)\n/,
  )
  assert.doesNotMatch(python, /headers|json=/)
})

test('a file is sent as one, and words of JSON become words of Python', () => {
  assert.ok(create)
  const { operation } = create
  const file = { ...operation, requestBody: { content: { 'audio/wav': { schema: {} } } } }
  const samples = composeSamples('post', 'http://api.test/v1/uploads', file)
  assert.match(samples.curl, /-F file=@song\.wav/)
  assert.match(samples.python, /files=\{"file": open\("song\.wav", "rb"\)\}/)
  const value = { isOn: true, none: null }
  const content = { 'application/json': { schema: {}, examples: { one: { value } } } }
  const { python } = composeSamples('put', 'http://api.test', { ...operation, requestBody: { content } })
  assert.match(python, /"isOn": True,\s+"none": None/)
})
