import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { makeTestFolder, removeTestFolder } from '../../testing/run-cli.ts'
import { readCatalogue } from './read-catalogue.ts'

const cwd = await makeTestFolder()
after(() => removeTestFolder(cwd))

async function read(content: string | Buffer, options = {}) {
  const path = join(cwd, 'catalogue')
  await writeFile(path, content)
  const { albums, faults, warnings } = await readCatalogue(path, options)
  const songs = albums.flatMap(({ album, artist, upc, songs }) =>
    songs.map(({ title, isrc, texts: { songArtist = '' } }) =>
      [artist, album, upc, songArtist, title, isrc].join('|'),
    ),
  )
  return { songs, faults: faults.map(({ place, message }) => `${place}: ${message}`), warnings }
}

const SONG = 'Müller|Größe|4006381333931||Straße|DEA012600001'

test('a CSV is read as spreadsheets export it, by what they call their columns', async () => {
  const tables: Record<string, string | Buffer> = {
    'Excel, in Germany, with codes as texts':
      '\ufeffsep=;\r\nArtist;Album;UPC;Title;ISRC\r\nMüller;Größe;="4006381333931";Straße;="DEA012600001"\r\n',
    'Excel as Unicode text': Buffer.from(
      '\ufeffArtist\tAlbum\tUPC\tTitle\tISRC\r\nMüller\tGröße\t4006381333931\tStraße\tDE-A01-26-00001\r\n',
      'utf16le',
    ),
    'Numbers, with other names':
      'Album Artist;Release Title;UPC/EAN;Track title;ISRC code\nMüller;Größe;4006381333931;Straße;DEA012600001',
    'LibreOffice, with apostrophes': `"artist","album","barcode","track","isrc"\n"Müller","Größe","'4006381333931","Straße","'DEA012600001"\n`,
    'pandas, with numbers': 'artist,album,ean,name,isrc\nMüller,Größe,4006381333931.0,Straße,DEA012600001\n',
    'Google Sheets, with spaces that do not break':
      'artist ,\u00a0album,upc,title,isrc\nMüller,Größe\u00a0,4006381333931,Straße,DEA012600001\n',
  }
  for (const [name, table] of Object.entries(tables))
    assert.deepEqual((await read(table)).songs, [SONG], name)
  const ansi = Buffer.from(
    'artist;album;upc;title;isrc\nMüller;Größe;4006381333931;Straße;DEA012600001\n',
    'latin1',
  )
  assert.deepEqual((await read(ansi, { encoding: 'windows-1252' })).songs, [SONG])
  await assert.rejects(read(ansi), { message: /is not UTF-8 text\. Save it as "CSV UTF-8"/ })
})

test('a UPC whose digits a spreadsheet has lost is refused with the reason, and a title keeps its apostrophe', async () => {
  for (const upc of ['6.02E+11', '"6,02445790098E+11"', '4E12']) {
    const { faults } = await read(`artist,album,upc,title,isrc\nIo,Io,${upc},'Round,DEA012600001\n`)
    assert.match(
      faults.join(),
      /^row 2, column upc: ".*" is how a spreadsheet shortens a long number: .*Format the column as text/,
    )
  }
  const { songs } = await read(
    "artist,album,upc,title,isrc,track artist\nIo,Io,4006381333931,'Round,DEA012600001,Ana\n",
  )
  assert.deepEqual(songs, ["Io|Io|4006381333931|Ana|'Round|DEA012600001"])
})

const LATIN = (body: string) => Buffer.from(`<?xml version="1.0" encoding="ISO-8859-1"?>\n${body}`, 'latin1')

/** An ERN 3.8.2 message as labels send it: details by territory, several groups of resources, files with hash sums. */
function writeErn3({ world = '<TerritoryCode>Worldwide</TerritoryCode>', regionFirst = true, hash = '' }) {
  const details = (kind: string, territories: string, content: string) =>
    `<${kind}DetailsByTerritory>${territories}${content}</${kind}DetailsByTerritory>`
  const region = '<TerritoryCode>DE</TerritoryCode><TerritoryCode>AT</TerritoryCode>'
  const title = (text: string) =>
    `<Title TitleType="FormalTitle"><TitleText>Formal</TitleText></Title><Title TitleType="DisplayTitle"><TitleText>${text}</TitleText></Title>`
  const artist = (name: string, role: string, order: number) =>
    `<DisplayArtist SequenceNumber="${order}"><PartyName><FullName>${name}</FullName></PartyName><ArtistRole>${role}</ArtistRole></DisplayArtist>`
  const both = (kind: string, regional: string, everywhere: string, rest = '') => {
    const parts = [details(kind, region, regional + rest), details(kind, world, everywhere + rest)]
    return (regionFirst ? parts : parts.toReversed()).join('')
  }
  const sound = (reference: string, isrc: string, [regional = '', everywhere = ''], rest: string) =>
    `<SoundRecording><SoundRecordingId><ISRC>${isrc}</ISRC></SoundRecordingId><ResourceReference>${reference}</ResourceReference>
      <ReferenceTitle><TitleText>Reference</TitleText></ReferenceTitle>${both('SoundRecording', title(regional), title(everywhere), rest)}</SoundRecording>`
  const file = `<TechnicalSoundRecordingDetails><IsPreview>false</IsPreview><File><FileName>01.wav</FileName><FilePath>resources\\</FilePath>${hash}</File></TechnicalSoundRecordingDetails>`
  const group = (references: string[]) =>
    `<ResourceGroup>${references.map((each) => `<ResourceGroupContentItem><ReleaseResourceReference>${each}</ReleaseResourceReference></ResourceGroupContentItem>`).join('')}</ResourceGroup>`
  return LATIN(`<ern:NewReleaseMessage xmlns:ern="http://ddex.net/xml/ern/382" MessageSchemaVersionId="ern/382" LanguageAndScriptCode="de">
    <ResourceList>
      ${sound('A1', 'DEA012600001', ['Über die Straße', 'Across the Street'], artist('Müller', 'MainArtist', 1) + artist('Kojo', 'FeaturedArtist', 2) + file)}
      ${sound('A2', 'DEA012600002', ['Größe', 'Size'], artist('Lee', 'MainArtist', 2) + artist('Ana', 'MainArtist', 1))}
    </ResourceList>
    <ReleaseList><Release><ReleaseId><ICPN>4006381333931</ICPN></ReleaseId>
      <ReferenceTitle><TitleText>Reference</TitleText></ReferenceTitle>
      ${both('Release', title('Grüße'), title('Greetings'), `<DisplayArtistName>Müller</DisplayArtistName>${group(['A1'])}${group(['A2'])}`)}
    </Release></ReleaseList></ern:NewReleaseMessage>`)
}

test("ERN 3: in ISO-8859-1, the world's titles before a region's, with the artists of each track", async () => {
  const everywhere = [
    'Müller|Greetings|4006381333931||Across the Street (feat. Kojo)|DEA012600001',
    'Müller|Greetings|4006381333931|Ana & Lee|Size|DEA012600002',
  ]
  const regional = [
    'Müller|Grüße|4006381333931||Über die Straße (feat. Kojo)|DEA012600001',
    'Müller|Grüße|4006381333931|Ana & Lee|Größe|DEA012600002',
  ]
  await mkdir(join(cwd, 'resources'), { recursive: true })
  await writeFile(join(cwd, 'resources/01.wav'), 'sound')
  const rest =
    '<ExcludedTerritoryCode>DE</ExcludedTerritoryCode><ExcludedTerritoryCode>AT</ExcludedTerritoryCode>'
  for (const world of ['<TerritoryCode>Worldwide</TerritoryCode>', rest])
    for (const regionFirst of [true, false]) {
      const message = writeErn3({ world, regionFirst })
      assert.deepEqual((await read(message)).songs, everywhere)
      assert.deepEqual((await read(message, { territory: 'AT' })).songs, regional)
      assert.deepEqual((await read(message, { territory: 'FR' })).songs, everywhere)
    }
})

test('ERN 3 and 4: a file that does not add up to its hash sum is an error with both sums', async () => {
  const sum = (algorithm: string, text = 'sound') => createHash(algorithm).update(text).digest('hex')
  const older = (kind: string, value: string) =>
    `<HashSum><HashSum>${value}</HashSum><HashSumAlgorithmType>${kind}</HashSumAlgorithmType></HashSum>`
  const newer = (kind: string, value: string) =>
    `<HashSum><Algorithm>${kind}</Algorithm><HashSumValue>${value}</HashSumValue></HashSum>`
  for (const write of [older, newer]) {
    for (const [kind, algorithm] of [
      ['MD5', 'md5'],
      ['SHA1', 'sha1'],
      ['SHA-256', 'sha256'],
    ] as const) {
      const good = await read(writeErn3({ hash: write(kind, sum(algorithm).toUpperCase()) }))
      assert.deepEqual([good.faults, good.songs.length], [[], 2])
      const { faults } = await read(writeErn3({ hash: write(kind, sum(algorithm, 'other')) }))
      assert.equal(faults.length, 1)
      assert.ok(
        faults[0]?.includes(
          `has the ${kind} ${sum(algorithm)}, but the message says ${sum(algorithm, 'other')}`,
        ),
        faults[0],
      )
    }
  }
  const unknown = await read(writeErn3({ hash: older('CRC32', 'abcd') }))
  assert.match(unknown.warnings.join(), /hash sums of the kind CRC32 are not checked/)
})

test("ERN 4: the territory comes before the default, and the default before the message's language", async () => {
  const titled = (isrc: string, titles: string) =>
    `<SoundRecording><ResourceReference>A${isrc.at(-1)}</ResourceReference><SoundRecordingEdition><ResourceId><ISRC>${isrc}</ISRC></ResourceId></SoundRecordingEdition>${titles}
      <DisplayArtistName ApplicableTerritoryCode="DE" IsDefault="true">Der Müller</DisplayArtistName>
      <DisplayArtistName ApplicableTerritoryCode="Worldwide">Müller feat. Kojo</DisplayArtistName></SoundRecording>`
  const one = `<DisplayTitleText ApplicableTerritoryCode="DE" IsDefault="true">Straße</DisplayTitleText>
    <DisplayTitleText ApplicableTerritoryCode="Worldwide" IsDefault="true">Street</DisplayTitleText>`
  const two = `<DisplayTitleText LanguageAndScriptCode="ja-Jpan" IsDefault="false">道</DisplayTitleText>
    <DisplayTitleText LanguageAndScriptCode="fr">Rue</DisplayTitleText>
    <DisplayTitleText LanguageAndScriptCode="en">Road</DisplayTitleText>`
  const three = `<DisplayTitle ApplicableTerritoryCode="AT" IsDefault="true"><TitleText>Gasse</TitleText></DisplayTitle>
    <DisplayTitle ApplicableTerritoryCode="Worldwide"><TitleText>Alley</TitleText><SubTitle>feat. Kojo</SubTitle></DisplayTitle>`
  const message =
    LATIN(`<ern:NewReleaseMessage xmlns:ern="http://ddex.net/xml/ern/43" LanguageAndScriptCode="en">
    <PartyList><Party><PartyReference>P1</PartyReference><PartyName><FullName>Müller</FullName></PartyName></Party></PartyList>
    <ResourceList>${titled('DEA012600001', one)}${titled('DEA012600002', two)}${titled('DEA012600003', three)}</ResourceList>
    <ReleaseList><Release><ReleaseId><ICPN>4006381333931</ICPN></ReleaseId><DisplayTitleText>Ways</DisplayTitleText>
      <DisplayArtist SequenceNumber="1"><ArtistPartyReference>P1</ArtistPartyReference><DisplayArtistRole>MainArtist</DisplayArtistRole></DisplayArtist>
      <ResourceGroup><ResourceGroupContentItem><ReleaseResourceReference>A1</ReleaseResourceReference></ResourceGroupContentItem>
        <ResourceGroup><ResourceGroupContentItem><ReleaseResourceReference>A2</ReleaseResourceReference></ResourceGroupContentItem></ResourceGroup>
        <ResourceGroupContentItem><ReleaseResourceReference>A3</ReleaseResourceReference></ResourceGroupContentItem></ResourceGroup>
    </Release></ReleaseList></ern:NewReleaseMessage>`)
  const titles = (songs: string[]) => songs.map((song) => song.split('|').slice(3, 5).join(': '))
  assert.deepEqual(titles((await read(message)).songs), [
    ': Street (feat. Kojo)',
    ': Road (feat. Kojo)',
    ': Alley (feat. Kojo)',
  ])
  assert.deepEqual(titles((await read(message, { territory: 'DE' })).songs), [
    'Der Müller: Straße',
    'Der Müller: Road',
    'Der Müller: Alley (feat. Kojo)',
  ])
})
