import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RenderError } from '../errors.ts'
import { parseLyrics } from './parse-lyrics.ts'

type Expected = [startSecs: number, endSecs: number, text: string]

const TTML_HEAD =
  '<?xml version="1.0"?><tt xmlns="http://www.w3.org/ns/ttml" xmlns:ttm="http://www.w3.org/ns/ttml#metadata"><body><div>'
const TTML_TAIL = '</div></body></tt>'

const LINES: [name: string, text: string, timing: string, lines: Expected[]][] = [
  [
    'LRC',
    '[ar:Odalys Wren]\n[00:12.00]Lantern light\n[00:15.3][01:15.30]no one\n\n[01:20]on the road\n[01:22]\n[01:30]Gone',
    'LINE',
    [
      [12, 15.3, 'Lantern light'],
      [15.3, 75.3, 'no one'],
      [75.3, 80, 'no one'],
      [80, 82, 'on the road'],
      [90, 95, 'Gone'],
    ],
  ],
  [
    'LRC with an offset',
    '[offset:+500]\n[00:12.00]Lantern\n[00:14.00]light',
    'LINE',
    [
      [11.5, 13.5, 'Lantern'],
      [13.5, 18.5, 'light'],
    ],
  ],
  ['LRC with a byte order mark', '\ufeff[00:12.00]Lantern light', 'LINE', [[12, 17, 'Lantern light']]],
  [
    'enhanced LRC',
    '[00:12.00]<00:12.00>Lantern <00:12.50>light<00:13.00>',
    'WORD',
    [[12, 13, 'Lantern light']],
  ],
  [
    'SRT',
    '1\r\n00:00:01,000 --> 00:00:02,500\r\n<i>Lantern</i>\r\nlight\r\n\r\n2\r\n00:00:03,000 --> 00:00:04,000\r\n{\\an8}Gone\r\n',
    'LINE',
    [
      [1, 2.5, 'Lantern light'],
      [3, 4, 'Gone'],
    ],
  ],
  [
    'WebVTT',
    'WEBVTT\n\n00:01.000 --> 00:02.000 align:start\n<v Odalys>You &amp; I</v>',
    'LINE',
    [[1, 2, 'You & I']],
  ],
  [
    'WebVTT with timed words',
    'WEBVTT\n\n00:01.000 --> 00:02.000\nLantern <00:01.500>light',
    'WORD',
    [[1, 2, 'Lantern light']],
  ],
  [
    'TTML',
    `${TTML_HEAD}<p begin="00:01.000" end="00:02.500">Lantern<br/>light</p><p begin="1:02:03.5" dur="500ms">Gone</p>${TTML_TAIL}`,
    'LINE',
    [
      [1, 2.5, 'Lantern light'],
      [3723.5, 3724, 'Gone'],
    ],
  ],
  [
    'ASS',
    '[Script Info]\nTitle: x\n[Events]\nFormat: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\nDialogue: 0,0:00:01.00,0:00:02.50,Default,Odalys,0,0,0,,{\\b1}Oh, lantern\\Nlight',
    'LINE',
    [[1, 2.5, 'Oh, lantern light']],
  ],
  [
    'plain text',
    'Lantern light\n\nno one on it',
    'ESTIMATED',
    [
      [0, 35.135, 'Lantern light'],
      [67.568, 100, 'no one on it'],
    ],
  ],
  ['text that would re-order itself', '[00:01.00]safe\u202eevird\u2066', 'LINE', [[1, 6, 'safeevird']]],
]

for (const [name, text, timing, lines] of LINES)
  test(`${name} is recognised and read`, () => {
    const parsed = parseLyrics(text, 100)
    const round = (secs: number) => Math.round(secs * 1000) / 1000
    assert.equal(parsed.timing, timing)
    assert.deepEqual(
      parsed.lines.map((line) => [round(line.startSecs), round(line.endSecs), line.text]),
      lines,
    )
  })

test('words, their syllables, who sings and what is sung behind are read from TTML', () => {
  const line =
    '<p begin="1" end="4" ttm:agent="v1"><span begin="1" end="1.5">Lan</span><span begin="1.5" end="2">tern</span> ' +
    '<span begin="2" end="3">light</span> <span ttm:role="x-bg"><span begin="3" end="3.5">(oh)</span></span></p>'
  const { lines, timing } = parseLyrics(TTML_HEAD + line + TTML_TAIL, 10)
  assert.equal(timing, 'WORD')
  const [main, behind] = lines
  assert.deepEqual([main?.text, main?.agent, main?.isBackground], ['Lantern light', 'v1', undefined])
  assert.deepEqual(main?.words, [
    {
      startSecs: 1,
      endSecs: 2,
      text: 'Lantern',
      syllables: [
        { startSecs: 1, endSecs: 1.5, text: 'Lan' },
        { startSecs: 1.5, endSecs: 2, text: 'tern' },
      ],
    },
    { startSecs: 2, endSecs: 3, text: 'light' },
  ])
  assert.deepEqual(
    [behind?.text, behind?.startSecs, behind?.endSecs, behind?.isBackground],
    ['(oh)', 3, 3.5, true],
  )
})

test('the words of enhanced LRC and the syllables of ASS have their times', () => {
  const [lrc] = parseLyrics('[00:12.00]<00:12.00>Lantern <00:12.50>light<00:13.00>', 20).lines
  assert.deepEqual(lrc?.words, [
    { startSecs: 12, endSecs: 12.5, text: 'Lantern' },
    { startSecs: 12.5, endSecs: 13, text: 'light' },
  ])
  const karaoke =
    '[Events]\nDialogue: 0,0:00:01.00,0:00:03.00,Default,Odalys,0,0,0,,{\\k50}Lan{\\k25}tern {\\kf100}light'
  const [ass] = parseLyrics(karaoke, 20).lines
  assert.deepEqual([ass?.agent, ass?.text], ['Odalys', 'Lantern light'])
  assert.deepEqual(
    ass?.words?.map(({ startSecs, endSecs, text, syllables }) => [
      startSecs,
      endSecs,
      text,
      syllables?.length,
    ]),
    [
      [1, 1.75, 'Lantern', 2],
      [1.75, 2.75, 'light', undefined],
    ],
  )
})

const BAD: [name: string, text: string, message: RegExp][] = [
  ['nothing but blanks', ' \n\t', /The lyrics are empty/],
  ['more lines than any song has', 'la\n'.repeat(6000), /more than 2000 lines/],
  [
    'an LRC time with 75 seconds',
    '[00:12.00]Lantern\n[00:75.00]light',
    /Line 2, column 1 of .*"\[00:75\.00\]light"/,
  ],
  [
    'an LRC line whose bracket stays open',
    '[00:12.00]Lantern\n [00:13.00 light',
    /Line 2, column 2 .*never closed/,
  ],
  [
    'an SRT cue that ends before it begins',
    '1\n00:00:05,000 --> 00:00:02,000\nx',
    /Line 2, column 18 .*ends before it begins/,
  ],
  ['a WebVTT cue without an end', 'WEBVTT\n\n00:01.000 -->\nx', /Line 3, column 11 .*Write it like/],
  ['XML that declares an entity', '<!DOCTYPE tt [<!ENTITY x SYSTEM "file:///etc/passwd">]><tt/>', /DOCTYPE/],
  ['XML of another kind', '<?xml version="1.0"?><rss/>', /not TTML/],
  ['TTML without a line', '<tt><body/></tt>', /hold no line/],
  ['TTML that is cut off', '<tt><body>\n<p begin="1s">x', /Line 2, column 16 .*not well-formed/],
  [
    'TTML with an entity that nobody declared',
    '<tt><body><p begin="1s">&x;</p></body></tt>',
    /not well-formed/,
  ],
  [
    'TTML with a time that is none',
    '<tt><body>\n<p begin="soon">x</p></body></tt>',
    /Line 2, column 17 .*"soon"/,
  ],
  [
    'an ASS line without an end',
    '[Events]\nDialogue: 0,0:00:01.00,,Default,,0,0,0,,x',
    /Line 2, column 11 .*not a span/,
  ],
  ['a line without an end', 'la '.repeat(900), /a line of 2699 characters/],
]

for (const [name, text, message] of BAD)
  test(`${name} is refused as LYRICS_INVALID, with the place and what to do`, () => {
    assert.throws(
      () => parseLyrics(text, 100),
      (error) => {
        assert.ok(error instanceof RenderError)
        assert.equal(error.code, 'LYRICS_INVALID')
        assert.match(error.message, message)
        assert.match(error.message, /\. [A-Z]/)
        return true
      },
    )
  })

/** Each of these takes hours if anything in the parsers grows with the square of its input. */
const HUGE: [name: string, text: string, message: RegExp][] = [
  ['LRC with a line that repeats for ever', `${'[00:01.00]'.repeat(1900)}${'<00:01.00>la '.repeat(50)}`, /$/],
  [
    'LRC with more times than lines',
    '[00:01.00]'.repeat(50_000),
    /more than 20000 characters|more than 2000/,
  ],
  ['LRC brackets that never close', `[00:01.00]la\n${'[1:'.repeat(6000)}`, /never closed/],
  [
    'WebVTT voices that never close',
    `WEBVTT\n\n00:01.000 --> 00:02.000\n${`${'<v.'.repeat(6000)}\n`.repeat(50)}`,
    /characters/,
  ],
  [
    'ASS commands that never close',
    `[Events]\n${`Dialogue: 0,0:00:01.00,0:00:02.00,,,0,0,0,,${'{\\k1'.repeat(4000)}\n`.repeat(50)}`,
    /characters/,
  ],
  ['TTML as deep as it is long', '<tt>'.repeat(250_000), /nested more than 64 deep/],
  [
    'TTML with a line for each letter',
    `<tt>${'<p begin="1s">a</p>'.repeat(50_000)}</tt>`,
    /more than 2000 lines/,
  ],
  [
    'TTML with an attribute for each letter',
    `<tt ${Array.from({ length: 90_000 }, (_, i) => `a${i}=""`).join(' ')}><p>`,
    /more than 64 attributes/,
  ],
  ['a million blanks', `a${' '.repeat(1_000_000)}b`, /more than 20000 characters/],
]

for (const [name, text, message] of HUGE)
  test(`${name}: read or refused in one pass`, () => {
    assert.ok(text.length <= 1024 ** 2)
    try {
      assert.ok(parseLyrics(text, 100).lines.length <= 2000)
    } catch (error) {
      assert.ok(error instanceof RenderError)
      assert.match(error.message, message)
    }
  })

test('a character reference does not bring back what re-orders text', () => {
  const { lines } = parseLyrics(`${TTML_HEAD}<p begin="1s">safe&#x202e;evird</p>${TTML_TAIL}`, 10)
  assert.equal(lines[0]?.text, 'safeevird')
})
