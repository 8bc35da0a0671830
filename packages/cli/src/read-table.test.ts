import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeText } from './decode-text.ts'
import { readTable } from './read-table.ts'

const read = (text: string) => readTable(text).map(({ cells }) => cells)

test('tables of every spreadsheet are read: delimiters, quotes, line ends, marks', () => {
  const expected = [
    ['artist', 'title', 'upc'],
    ['Odalys Wren', 'Neon, Again; "Live"', '0602445790098'],
  ]
  const tables = {
    'Google Sheets': 'artist,title,upc\r\nOdalys Wren,"Neon, Again; ""Live""",0602445790098',
    LibreOffice: '"artist","title","upc"\n"Odalys Wren","Neon, Again; ""Live""","0602445790098"\n',
    'Numbers, in Germany': 'artist;title;upc\nOdalys Wren;"Neon, Again; ""Live""";0602445790098\n',
    'Excel, in Germany': '\ufeffartist;title;upc\r\nOdalys Wren;"Neon, Again; ""Live""";="0602445790098"\r\n',
    'Excel, told what separates':
      'sep=;\r\nartist;title;upc\r\nOdalys Wren;"Neon, Again; ""Live""";"=""0602445790098"""\r\n',
    'Excel, told by a mark and a line':
      '\ufeffSEP=,\nartist,title,upc\nOdalys Wren,"Neon, Again; ""Live""",="0602445790098"\n',
    'Excel as Unicode text':
      'artist\ttitle\tupc\r\nOdalys\u00a0Wren\t"Neon, Again; ""Live"""\t0602445790098\u202f\r\n',
    'a header with commas in quotes':
      '"artist";"title";"upc"\nOdalys Wren;"Neon, Again; ""Live""";0602445790098\n',
  }
  for (const [name, text] of Object.entries(tables)) assert.deepEqual(read(text), expected, name)
})

test('cells keep line breaks, decimal commas and apostrophes, and rows their lines', () => {
  const rows = readTable('sep=;\ntitle;length\n"Glass\nHours";3,25\n\n\'Round Midnight;4,5\n')
  assert.deepEqual(
    rows.map(({ line, cells }) => [line, ...cells]),
    [
      [2, 'title', 'length'],
      [4, 'Glass\nHours', '3,25'],
      [5, ''],
      [6, "'Round Midnight", '4,5'],
    ],
  )
  assert.throws(() => readTable('artist,title\n"Odalys', 'songs.csv'), {
    message: /^songs\.csv cannot be read/,
  })
})

test('a file is read in the encoding that it says, or that it is said to be in', () => {
  const text = 'Müller – Größe'
  const utf16 = Buffer.from(`\ufeff${text}`, 'utf16le')
  const latin = Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><x>Müller Größe</x>', 'latin1')
  const windows = Buffer.from(text.replace('–', '\x96'), 'latin1')
  assert.equal(decodeText(Buffer.from(`\ufeff${text}`), 'x'), text)
  assert.equal(decodeText(utf16, 'x'), text)
  assert.equal(decodeText(Buffer.from(utf16).swap16(), 'x'), text)
  assert.match(decodeText(latin, 'x'), /<x>Müller Größe<\/x>/)
  assert.match(
    decodeText(Buffer.from("<?xml version='1.0' encoding='windows-1252' ?>\n<x>\x96</x>", 'latin1'), 'x'),
    /–/,
  )
  assert.match(
    decodeText(Buffer.from('<?xml version="1.0" encoding="UTF-16"?>\n<x>ü</x>', 'utf16le'), 'x'),
    /ü/,
  )
  assert.equal(decodeText(windows, 'x', 'windows-1252'), text)
  assert.throws(() => decodeText(windows, 'songs.csv'), {
    message: /^songs\.csv is not UTF-8 text\. Save it as "CSV UTF-8".*--encoding windows-1252$/,
  })
  assert.throws(() => decodeText(Buffer.from('<x>\xfc</x>', 'latin1'), 'm.xml'), {
    message: /^m\.xml is not UTF-8 text\. An XML file says at its top.*--encoding iso-8859-1$/,
  })
  assert.throws(() => decodeText(Buffer.from('<?xml version="1.0" encoding="KLINGON"?><x/>'), 'm.xml'), {
    message: /"KLINGON", an encoding that is not known here/,
  })
})
