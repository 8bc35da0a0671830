import assert from 'node:assert/strict'
import { test } from 'node:test'
import { joinArtists } from './join-artists.ts'

const CASES: [
  name: string,
  artist: string | undefined,
  artists: string[],
  isSlashLine: boolean,
  shown: string | undefined,
][] = [
  ['one name', 'Ana', ['Ana'], false, 'Ana'],
  ['several values', 'Ana', ['Ana', 'Kojo', 'Lee'], false, 'Ana, Kojo & Lee'],
  ['several names in one value', 'Ana;Kojo;Lee', ['Ana;Kojo;Lee'], false, 'Ana, Kojo & Lee'],
  ['two, with spaces and an end', 'Ana ; Kojo;', ['Ana ; Kojo;'], false, 'Ana & Kojo'],
  ['one, with an end', 'Ana;', ['Ana;'], false, 'Ana'],
  ['the same name twice', 'Ana; Ana', ['Ana; Ana'], false, 'Ana'],
  ['a line of several beside a list', 'Ana;Kojo', ['Ana', 'Kojo'], false, 'Ana & Kojo'],
  ['values that hold several themselves', 'Ana', ['Ana', 'Kojo;Lee'], false, 'Ana, Kojo & Lee'],
  ['what Mp3tag writes', 'Ana\\\\Kojo', ['Ana\\\\Kojo'], false, 'Ana & Kojo'],
  ['an entity', 'Simon &amp; Garfunkel', ['Simon &amp; Garfunkel'], false, 'Simon &amp; Garfunkel'],
  ["the tags' own line", 'Ana feat. Kojo', ['Ana', 'Kojo'], false, 'Ana feat. Kojo'],
  ['one name with a slash', 'AC', ['AC', 'DC'], true, 'AC/DC'],
  ['a list with slashes', 'Ana Ríos', ['Ana Ríos', 'Kojo Mensah'], true, 'Ana Ríos & Kojo Mensah'],
  [
    'names with commas and ampersands',
    'Earth, Wind & Fire',
    ['Earth, Wind & Fire'],
    false,
    'Earth, Wind & Fire',
  ],
  ['nothing', undefined, [], false, undefined],
]

for (const [name, artist, artists, isSlashLine, shown] of CASES)
  test(`artists in one line: ${name}`, () => {
    assert.equal(joinArtists({ artist, artists, isSlashLine }), shown)
  })
