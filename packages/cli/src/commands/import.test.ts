import assert from 'node:assert/strict'
import { cp, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { hasRightCheckDigit } from '@songreel/contract'
import { Songreel } from '@songreel/sdk'
import { startService } from '@songreel/server/testing/start-service.ts'
import { makeTestSong } from '@songreel/server/testing/test-song.ts'
import { linesOf, makeTestFolder, removeTestFolder, runCli } from '../../testing/run-cli.ts'
import { type Change, describeChange } from '../import/change.ts'
import { importCatalogue } from '../import/import-catalogue.ts'
import { readCatalogue } from '../import/read-catalogue.ts'

const SAMPLES = fileURLToPath(new URL('../../../../docs/samples/', import.meta.url))
const { client, url, token, addOrganization } = await startService({ after })
const cwd = await makeTestFolder()
after(() => removeTestFolder(cwd))
await cp(SAMPLES, cwd, { recursive: true })

const NONE = { total: 0, created: 0, updated: 0, unchanged: 0, failed: 0 }

/** As a person does it. */
async function runImport(...words: string[]) {
  const env = { HOME: cwd, SONGREEL_URL: url, SONGREEL_TOKEN: token, NO_COLOR: '1' }
  const { code, stdout, stderr } = await runCli(['import', ...words], { cwd, env })
  return { code, lines: linesOf(stdout), told: stderr.trim() }
}

/** The same without a process of its own. */
async function importFile(file: string, songreel: Songreel) {
  const { albums, faults } = await readCatalogue(join(cwd, file))
  assert.deepEqual(faults, [])
  const outcome = await importCatalogue({ client: songreel, options: {}, isDryRun: false }, albums)
  assert.deepEqual(outcome.failures, [])
  return { ...outcome, shown: outcome.changes.map(showChange) }
}

function showChange(change: Change): string {
  return describeChange(change).filter(Boolean).join(' ')
}

test('a CSV is imported once: a dry run shows it, a second run finds nothing, a change is updated', async () => {
  const planned = await runImport('catalogue.csv', '--dry-run')
  assert.equal(planned.code, 0)
  assert.match(planned.lines.join('\n'), /\+ +song +QZABC2600001 +Tin Lanterns +audio, streamer, lyrics/)
  assert.match(
    planned.told,
    /Dry run, nothing was changed\. It would be: 3 songs: 3 created, 0 updated, 0 unchanged, 0 failed\. New with them: 2 albums, 2 artists/,
  )
  assert.equal((await client.artists.list()).items.length, 0)

  const first = await runImport('catalogue.csv')
  assert.deepEqual([...first.lines].sort(), [...planned.lines].sort())
  const again = await importFile('catalogue.csv', client)
  assert.deepEqual([again.shown, again.counts], [[], { ...NONE, total: 3, unchanged: 3 }])

  const text = await readFile(join(cwd, 'catalogue.csv'), 'utf8')
  const changed = text.replace('"Neon, Again"', 'Neon').replace('mareas.wav', 'mareas-2.wav')
  await writeFile(join(cwd, 'changed.csv'), `\ufeff${changed.replaceAll(',', ';')}`)
  const { shown } = await importFile('changed.csv', client)
  assert.deepEqual(shown.sort(), [
    '~ song ESA012600001 Mareas audio',
    '~ song QZABC2600002 Neon title "Neon, Again" → "Neon"',
  ])
  assert.equal((await client.media.list()).items.length, 3)
})

test('ERN 3.8.2 and 4.3 say the same, so the second changes nothing', async () => {
  const other = await addOrganization('Other')
  const older = await importFile('ern-382.xml', other.client)
  const newer = await importFile('ern-43.xml', other.client)

  assert.deepEqual(older.shown, [
    '+ artist Odalys Wren',
    '+ album 602445790098 Harbour EP cover',
    '+ song QZABC2600001 Tin Lanterns audio',
    '+ song QZABC2600002 Neon (Acoustic) audio',
  ])
  assert.deepEqual([newer.shown, newer.counts], [[], { ...NONE, total: 2, unchanged: 2 }])
  const [neon] = (await other.client.media.list({ isrc: 'QZABC2600002' })).items
  const audio = await other.client.assets.get(neon?.audioAssets.DEFAULT ?? '')
  assert.equal(audio.sourceUrl, 'https://cdn.example.com/neon.flac')
})

test('files beside the catalogue are sent once; those elsewhere are refused', async () => {
  const rows = (audio: string) =>
    `artist,album,upc,title,isrc,audio\nIo,Io EP,4006381333931,Io,DEA012600009,${audio}\n`
  const other = await addOrganization('Third')
  await writeFile(join(cwd, 'io.wav'), makeTestSong(1))
  await writeFile(join(cwd, 'local.csv'), rows('io.wav'))
  assert.equal((await importFile('local.csv', other.client)).shown.length, 3)
  assert.deepEqual((await importFile('local.csv', other.client)).shown, [])
  await writeFile(join(cwd, 'io.wav'), makeTestSong(2))
  assert.deepEqual((await importFile('local.csv', other.client)).shown, ['~ song DEA012600009 Io audio'])

  await symlink('/etc/hostname', join(cwd, 'linked.wav'))
  for (const path of ['/etc/hostname', `../${'../'.repeat(8)}etc/hostname`, 'linked.wav']) {
    await writeFile(join(cwd, 'outside.csv'), rows(path))
    const { faults } = await readCatalogue(join(cwd, 'outside.csv'))
    assert.deepEqual(
      faults.map(({ place }) => place),
      ['row 2, column audio'],
    )
    assert.match(faults[0]?.message ?? '', /is outside of the catalogue's folder/)
  }
})

test('everything wrong in a file is named by row and column before anything is sent', async () => {
  const lines = [
    'Artist,Album,UPC,Title,ISRC,audio,label',
    'Odalys Wren,Harbour EP,602445790099,Tin Lanterns,QZABC2600001,,x',
    '',
    'Odalys Wren,Harbour EP,602445790098,,QZ-1,ftp://x/y.wav,x',
    'Odalys Wren,Harbour EP,602445790098,One,QZABC2600003,missing.wav,x',
    'Somebody,Harbour EP,602445790098,Two,QZABC2600004,,x',
    'Odalys Wren,Harbour EP,602445790098,Three,QZABC2600004,,x',
  ]
  await writeFile(join(cwd, 'wrong.csv'), lines.join('\n'))
  const { code, lines: changes, told } = await runImport('wrong.csv')
  assert.deepEqual([code, changes], [65, []])
  const expected = [
    /7 things are wrong in the catalogue; nothing was imported/,
    /row 2, column UPC: "602445790099" has a wrong check digit/,
    /row 4: title is missing/,
    /row 4, column ISRC: "QZ-1" must be an ISRC/,
    /row 4, column audio: "ftp:\/\/x\/y\.wav" must start with http/,
    /row 5, column audio: "missing\.wav" is not a file/,
    /row 6, column Artist: "Somebody" is not what row 5, column Artist says/,
    /row 7, column ISRC: QZABC2600004 is on the album 602445790098 already, at row 6/,
  ]
  for (const pattern of expected) assert.match(told, pattern)
})

test('what the server refuses is named by its place, and the rest is imported', async () => {
  const other = await addOrganization('Fourth')
  await writeFile(join(cwd, 'noise.wav'), 'no music at all')
  const rows = [
    'Io,Io EP,4006381333931,One,DEA012600001,noise.wav',
    'Io,Io EP,4006381333931,Two,DEA012600002,',
  ]
  await writeFile(join(cwd, 'refused.csv'), ['artist,album,upc,title,isrc,audio', ...rows].join('\n'))
  const { albums } = await readCatalogue(join(cwd, 'refused.csv'))
  const work = { client: other.client, options: {}, isDryRun: false }
  const { changes, failures, counts } = await importCatalogue(work, albums)
  assert.deepEqual(counts, { ...NONE, total: 2, created: 1, failed: 1 })
  assert.deepEqual(changes.map(showChange), [
    '+ artist Io',
    '+ album 4006381333931 Io EP',
    '+ song DEA012600002 Two',
  ])
  assert.deepEqual(
    failures.map(({ place }) => place),
    ['row 2, column audio'],
  )
})

test('a DOCTYPE, an entity and what is not a catalogue are refused', async () => {
  const bomb = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><x>&b;</x>'
  const tries: [string, RegExp][] = [
    [bomb, /line 1, column \d+: the file has a DOCTYPE, which is never read/],
    ['<NewReleaseMessage>&xxe;</NewReleaseMessage>', /not well-formed: undefined entity/],
    ['<ern:PurgeReleaseMessage xmlns:ern="http://ddex.net/xml/ern/43"/>', /is not a NewReleaseMessage/],
    ['<NewReleaseMessage><ReleaseList/></NewReleaseMessage>', /no Release has a ReleaseId with an ICPN/],
    ['artist,album,upc,titel,isrc\n', /does not name the column title\. Did you mean title\?/],
    ['artist,album,upc,title,isrc\n"Odalys', /The CSV cannot be read/],
  ]
  for (const [text, pattern] of tries) {
    await writeFile(join(cwd, 'message.xml'), text)
    await assert.rejects(readCatalogue(join(cwd, 'message.xml')), { code: 'BAD_INPUT', message: pattern })
  }
})

test('300 rows take few calls, and their counts add up', async () => {
  const other = await addOrganization('Many')
  const isrc = (index: number) => `DEA01260${String(index).padStart(4, '0')}`
  const upcs = Array.from({ length: 8 }, (_, index) => makeUpc(index))
  const rows = (change = (_: number) => '') =>
    Array.from({ length: 300 }, (_, index) => {
      const album = Math.floor(index / 40)
      const audio = `https://cdn.example.com/${index}.flac`
      return `Artist ${album % 7},Album ${album},${upcs[album]},Song ${index}${change(index)},${isrc(index)},${audio}`
    })
  const run = async (lines: string[]) => {
    await writeFile(join(cwd, 'many.csv'), ['artist,album,upc,title,isrc,audio', ...lines].join('\n'))
    let calls = 0
    const client = new Songreel({ baseUrl: url, token: other.token, onRequest: () => void calls++ })
    const { counts, changes } = await importFile('many.csv', client)
    assert.equal(counts.created + counts.updated + counts.unchanged + counts.failed, counts.total)
    return { counts, calls, changes }
  }
  const first = await run(rows())
  assert.deepEqual(first.counts, { ...NONE, total: 300, created: 300 })
  assert.equal(first.changes.length, 300 + 8 + 7)
  const second = await run(rows((index) => (index % 100 === 0 ? ' (Live)' : '')))
  assert.deepEqual(second.counts, { ...NONE, total: 300, updated: 3, unchanged: 297 })
  assert.ok(first.calls <= 10 && second.calls <= 10, `${first.calls} and ${second.calls} calls`)
})

function makeUpc(index: number): string {
  const digits = `4006381${String(index).padStart(5, '0')}`
  const check = Array.from({ length: 10 }, (_, digit) => `${digits}${digit}`).find(hasRightCheckDigit)
  return check ?? ''
}
