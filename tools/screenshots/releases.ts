/** A song of the catalogue in the pictures; what it is made of is synthesised. */
export type PicturedSong = { title: string; bpm: number; isrc?: string; lyricsText?: string }

/** An album with its cover: another seed draws another one. */
export type Release = { artist: string; album: string; upc: string; seed: number; songs: PicturedSong[] }

/** What somebody might sing to Paper Moons. Ours, and everybody's (CC0), as all names here are invented. */
const PAPER_MOONS = `[00:08.60]We cut the evening out of paper
[00:12.80]And hung it over the stairs
[00:17.10]You said the light would find us later
[00:21.40]If anybody cares
[00:25.70]Paper moons above the kitchen
[00:29.90]Tape and string and nothing more
[00:34.20]Every wish that we had written
[00:38.50]Folded underneath the door
[00:42.80]Leave the window for the weather
[00:47.10]Let the morning do the rest
[00:51.40]We were never any better
[00:55.70]We were only at our best
[01:00.00]Paper moons above the kitchen
[01:04.20]Tape and string and nothing more
`

/** A label's catalogue, in several scripts. */
export const RELEASES: readonly Release[] = [
  {
    artist: 'Os Faróis',
    album: 'Maré Alta',
    upc: '602445790111',
    seed: 10,
    songs: [
      { title: 'Maré Alta', bpm: 98, isrc: 'BRABC2600011' },
      { title: 'Ônibus das Seis', bpm: 112, isrc: 'BRABC2600012' },
    ],
  },
  {
    artist: 'Ада Полева',
    album: 'Тихий берег',
    upc: '602445790128',
    seed: 8,
    songs: [
      { title: 'Маяк', bpm: 98, isrc: 'QZABC2600021' },
      { title: 'Тихий берег', bpm: 84, isrc: 'QZABC2600022' },
    ],
  },
  {
    artist: '雨音カナ',
    album: '夜の観覧車',
    upc: '602445790135',
    seed: 1,
    songs: [
      { title: '夜の観覧車', bpm: 112, isrc: 'JPABC2600031' },
      { title: '水たまりの空', bpm: 112, isrc: 'JPABC2600032' },
    ],
  },
  {
    artist: 'ياسمين النجار',
    album: 'ليل طويل',
    upc: '602445790142',
    seed: 4,
    songs: [{ title: 'ليل طويل', bpm: 98, isrc: 'QZABC2600041' }],
  },
  {
    artist: 'Odalys Wren',
    album: 'Harbour EP',
    upc: '602445790098',
    seed: 5,
    songs: [
      { title: 'Tin Lanterns', bpm: 112, isrc: 'QZABC2600001' },
      { title: 'Glass Hours', bpm: 98, isrc: 'QZABC2600002' },
      { title: 'Slow Neon', bpm: 84, isrc: 'QZABC2600003' },
    ],
  },
  {
    artist: 'Lumen Hotel',
    album: 'Paper Moons',
    upc: '602445790159',
    seed: 10,
    songs: [
      { title: 'Second Floor', bpm: 112, isrc: 'QZABC2600051' },
      { title: 'Checkout Song', bpm: 98 },
      { title: 'Paper Moons', bpm: 112, isrc: 'QZABC2600053', lyricsText: PAPER_MOONS },
    ],
  },
]
