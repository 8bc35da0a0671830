import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createEventParser, type StreamEvent } from './event-parser.ts'

/** Every way to cut a text in two, and all of its characters one by one. */
function listCuts(text: string): string[][] {
  const halves = [...text].map((_, at) => [text.slice(0, at), text.slice(at)])
  return [...halves, text.split('')]
}

const CASES: [name: string, text: string, events: StreamEvent[]][] = [
  [
    'an event with an id',
    'id: 7\nevent: batch\ndata: {"a":1}\n\n',
    [{ id: '7', event: 'batch', data: '{"a":1}' }],
  ],
  ['data alone, without the space', 'data:x\n\n', [{ data: 'x' }]],
  ['several lines of data', 'data: a\ndata:\ndata:  b\n\n', [{ data: 'a\n\n b' }]],
  ['a colon in the data, and a line separator', 'data: a: b\u2028c\n\n', [{ data: 'a: b\u2028c' }]],
  ['comments, and a time to wait', ': ping\n\nretry: 10\n\n:\ndata: x\n\n', [{ data: 'x' }]],
  ['an event without data', 'event: batch\n\ndata: x\n\n', [{ data: 'x' }]],
  ['a field without a colon', 'data\n\n', [{ data: '' }]],
  ['two events', 'data: a\n\n\nid: 2\ndata: b\n\n', [{ data: 'a' }, { id: '2', data: 'b' }]],
  ['one that has no end yet', 'data: a\n\ndata: b\n', [{ data: 'a' }]],
  ['a field named like a part of every object', '__proto__: x\nconstructor: y\ndata: a\n\n', [{ data: 'a' }]],
]

for (const [name, text, expected] of CASES)
  test(`read, wherever the pieces are cut and lines end: ${name}`, () => {
    for (const end of ['\n', '\r\n', '\r'])
      for (const pieces of listCuts(text.replaceAll('\n', end))) {
        const parse = createEventParser()
        // A line's end that could be half of one is complete with what follows.
        const events = [...pieces, ...(end === '\r' ? [':'] : [])].flatMap(parse)
        const seen = events.map(({ id, event, data }) => ({
          ...(id && { id }),
          ...(event && { event }),
          data,
        }))
        assert.deepEqual(seen, expected, JSON.stringify(pieces))
      }
  })
