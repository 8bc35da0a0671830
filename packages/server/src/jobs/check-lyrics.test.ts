import assert from 'node:assert/strict'
import { test } from 'node:test'
import { WorkError } from '../work-error.ts'
import { checkLyrics } from './check-lyrics.ts'

const GOOD = {
  'plain text': 'Midnight drive\n\nno one on the road',
  LRC: '[ar:Nova Lane]\n[00:12.00]Midnight drive\n[00:15.3][01:15.30]no one\n\n[01:20]on the road',
  'enhanced LRC': '[00:12.00]<00:12.00>Midnight <00:12.50>drive',
  'LRC with a byte order mark': '\ufeff[00:12.00]Midnight drive',
  SRT: '1\r\n00:00:01,000 --> 00:00:02,500\r\nMidnight drive\r\n',
  WebVTT: 'WEBVTT\n\n00:01.000 --> 00:02.000 align:start\nMidnight drive',
  TTML: '<?xml version="1.0"?><tt xmlns="http://www.w3.org/ns/ttml"><body><div><p begin="1s">x</p></div></body></tt>',
}

for (const [name, text] of Object.entries(GOOD))
  test(`${name} can be read`, () => {
    checkLyrics(text)
  })

const BAD: [name: string, text: string, message: RegExp][] = [
  ['nothing but blanks', ' \n\t', /The lyrics are empty/],
  ['more lines than any song has', 'la\n'.repeat(6000), /have 6001 lines, and at most 5000/],
  ['an LRC time with 75 seconds', '[00:12.00]Midnight\n[00:75.00]drive', /Line 2 .*"\[00:75\.00\]drive"/],
  ['an LRC line whose bracket stays open', '[00:12.00]Midnight\n[00:13.00 drive', /Line 2 /],
  ['an SRT cue that ends before it begins', '1\n00:00:05,000 --> 00:00:02,000\nx', /Line 2 .*not a span/],
  ['a WebVTT cue without an end', 'WEBVTT\n\n00:01.000 -->\nx', /Line 3 /],
  ['XML that declares an entity', '<!DOCTYPE tt [<!ENTITY x SYSTEM "file:///etc/passwd">]><tt/>', /DOCTYPE/],
  ['XML of another kind', '<?xml version="1.0"?><rss/>', /not TTML/],
  ['TTML without a line', '<tt><body/></tt>', /hold no line/],
]

for (const [name, text, message] of BAD)
  test(`${name} is refused as LYRICS_INVALID, with the place and the field`, () => {
    assert.throws(
      () => checkLyrics(text, 'media.lyricsUrl'),
      (error) => {
        assert.ok(error instanceof WorkError)
        assert.deepEqual([error.code, error.facts.field], ['LYRICS_INVALID', 'media.lyricsUrl'])
        assert.match(error.message, message)
        assert.match(error.message, /^media\.lyricsUrl: .*\. [A-Z]/)
        return true
      },
    )
  })
