import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { type ContactSheetRow, pictures, rehearse } from '@songreel/render/authoring'

// Draws the pictures of docs/own-looks.md: `npm run own-looks`.

const DOCS = new URL('../docs/own-looks/', import.meta.url)
const SONG = { title: 'Infinite Sea', artist: 'Aury Delacroix', album: 'Infinite Sea' }
const SIZE = { width: 270, height: 480 }
const FRAME = 100
const LINE = { text: 'We left the harbour lights behind', startSecs: 2.4, endSecs: 5 }
const WORDS = LINE.text
  .split(' ')
  .map((text, i) => ({ text, startSecs: 2.4 + 0.3 * i, endSecs: 2.7 + 0.3 * i }))
const LYRICS = { timing: 'WORD', lines: [{ ...LINE, words: WORDS }] }
const swell = { rest: 0.95, with: [{ signal: 'BEAT', by: 0.05 }] }
const half = { of: 'SAFE', height: '50%' }
const ground = { kind: 'fill', colours: ['BACKGROUND'] }
const square = { of: 'SAFE', ratio: 1 }

/** One look for each kind of layer. */
const LAYERS: Record<string, unknown[]> = {
  fill: [{ kind: 'fill', colours: ['GRADIENT_1', 'GRADIENT_3', 'GRADIENT_5'], direction: 'DIAGONAL' }],
  backdrop: [{ kind: 'backdrop', blur: 40, tintAmount: 0.2, carriesType: false }],
  silk: [{ kind: 'silk' }],
  'sound-rings': [
    { kind: 'sound-rings', around: 'disc' },
    { kind: 'picture', id: 'disc', form: 'DISC', place: { of: 'FRAME', width: '40%' } },
  ],
  'picture CARD': [ground, { kind: 'picture', form: 'CARD', place: square, scale: swell }],
  'picture fade': [
    ground,
    {
      kind: 'picture',
      place: { of: 'FRAME', height: '70%', anchor: 'TOP' },
      fade: { side: 'BOTTOM', full: '50%' },
    },
  ],
  shape: [
    ground,
    { kind: 'shape', colours: ['ACCENT', 'ACCENT2'], form: 'OVAL', place: square, outline: 40 },
  ],
  glow: [ground, { kind: 'glow', place: { of: 'SAFE', width: '40%', ratio: 1 }, strength: 0.9, spread: 200 }],
  bars: [ground, { kind: 'bars', place: half, colours: ['ACCENT', 'ACCENT2'], mirrored: true }],
  ring: [ground, { kind: 'ring', place: { of: 'FRAME', inset: 40 } }],
  'waveform FILL': [ground, { kind: 'waveform', place: { of: 'SAFE', height: 240 } }],
  'waveform DANCE': [ground, { kind: 'waveform', style: 'DANCE', place: { of: 'SAFE', height: 240 } }],
  progress: [ground, { kind: 'progress', place: { of: 'SAFE', height: 16 } }],
  particles: [ground, { kind: 'particles', count: 120, dot: 40, form: 'SOFT', opacity: 1 }],
  ridges: [ground, { kind: 'ridges', count: 9, height: 320, top: '30%' }],
  lyrics: [ground, { kind: 'lyrics', words: true, role: 'DISPLAY', size: 150, lines: 5, waiting: 'LINE' }],
  text: [ground, { kind: 'text', text: 'TITLE', role: 'DISPLAY', size: 220, lines: 3 }],
}

await mkdir(DOCS, { recursive: true })
await writeSheet('layers', 'One kind of layer each', await drawLayers())
await writeSheet('lottie', 'One badge, by four moments of a bar and two shapes', await drawBadge())
await writeSheet(
  'pictures',
  'Cover, artist and logo: in four shapes, and where something is missing',
  await drawPictures(),
)
await writeSheet('same', 'As code above, as JSON below', await drawPairs())

async function drawLayers(): Promise<ContactSheetRow[]> {
  const cells: ContactSheetRow['cells'] = []
  for (const [caption, layers] of Object.entries(LAYERS)) {
    const look = {
      look: 1,
      contentId: 'ONE_LAYER',
      title: caption,
      description: caption,
      fontStyle: 'SERIF',
      lyrics: 'OPTIONAL',
      layers,
    }
    const templateUrl = `data:application/json;base64,${Buffer.from(JSON.stringify(look)).toString('base64')}`
    cells.push({ frame: await draw(templateUrl, SONG, { lyrics: LYRICS }), caption })
  }
  const rows = [cells.slice(0, 9), cells.slice(9)]
  return rows.map((each) => ({ heading: '', heightPx: 300, cells: each }))
}

/** A look with an animation, bound to what it says, to its colours and to bars. */
async function drawBadge(): Promise<ContactSheetRow[]> {
  const badge = JSON.parse(await readFile(new URL('badge.json', DOCS), 'utf8'))
  const look = {
    look: 1,
    contentId: 'PAPER_BADGE',
    title: 'Badge',
    description: 'A badge on the cover.',
    animations: { badge },
    layers: [
      { kind: 'backdrop', blur: 60 },
      {
        kind: 'picture',
        id: 'cover',
        form: 'CARD',
        place: { of: 'SAFE', above: 'title', gap: 48, ratio: 1 },
      },
      {
        kind: 'lottie',
        animation: 'badge',
        place: { of: 'cover', inset: -60, width: '44%', anchor: 'TOP_END' },
        slots: {
          text: { Words: ['CUSTOM_TEXT', { words: 'OUT NOW' }] },
          colour: { accent: 'ACCENT', Words: 'ACCENT_TEXT', line: 'ACCENT_TEXT' },
        },
        time: { unit: 'BARS', every: 2 },
      },
      {
        kind: 'text',
        id: 'title',
        text: 'TITLE',
        role: 'DISPLAY',
        size: 110,
        place: { of: 'SAFE', anchor: 'BOTTOM_START' },
      },
    ],
  }
  const url = `data:application/json;base64,${Buffer.from(JSON.stringify(look)).toString('base64')}`
  const moments = [FRAME, FRAME + 8, FRAME + 16, FRAME + 24]
  const cells = await Promise.all(
    moments.map(async (at) => ({ frame: await draw(url, SONG, {}, at), caption: `frame ${at}` })),
  )
  const data = { customText: 'Nur bei uns' }
  for (const size of [
    { width: 480, height: 270 },
    { width: 360, height: 360 },
  ])
    cells.push({ frame: await draw(url, SONG, { size, data }), caption: 'another text' })
  return [{ heading: '', heightPx: 380, cells }]
}

/** A look that shows the cover, the artist and the brand, with all of them and without some. */
async function drawPictures(): Promise<ContactSheetRow[]> {
  const look = {
    look: 1,
    contentId: 'THREE_PICTURES',
    title: 'Three pictures',
    description: 'The cover, the artist and the label.',
    layers: [
      { kind: 'backdrop', blur: 60 },
      {
        kind: 'picture',
        id: 'cover',
        form: 'CARD',
        place: { of: 'SAFE', above: 'names', gap: 90, ratio: 1, anchor: 'TOP_START' },
        in: { WIDE: { place: { of: 'SAFE', width: '45%', ratio: 1, anchor: 'START' } } },
      },
      {
        kind: 'picture',
        source: 'ARTIST',
        form: 'DISC',
        place: { of: 'cover', inset: { bottom: -90, end: -20 }, width: '40%', anchor: 'BOTTOM_END' },
      },
      {
        kind: 'stack',
        id: 'names',
        place: { of: 'SAFE', anchor: 'BOTTOM_START' },
        spacing: 18,
        children: [
          { kind: 'text', text: 'TITLE', role: 'DISPLAY', size: 110, lines: 2 },
          { kind: 'text', text: 'ARTIST', size: 52, colour: 'MUTED' },
          { kind: 'picture', source: 'LOGO', take: 90, gap: 30, cross: '50%' },
        ],
        in: { WIDE: { place: { of: 'SAFE', after: 'cover', gap: 120, anchor: 'BOTTOM_START' } } },
      },
    ],
  }
  const url = `data:application/json;base64,${Buffer.from(JSON.stringify(look)).toString('base64')}`
  const logoPath = fileURLToPath(new URL('logo.svg', DOCS))
  const light = { data: { theme: 'LIGHT' } }
  const trials: [string, object][] = [
    ['9x16', { logoPath }],
    ['4x5', { logoPath, size: { width: 288, height: 360 } }],
    ['1x1', { logoPath, size: { width: 360, height: 360 } }],
    ['16x9', { logoPath, size: { width: 480, height: 270 } }],
    ['light', { logoPath, ...light }],
    ['no photo', { logoPath, photo: 'NONE' }],
    ['no brand', {}],
  ]
  const cells: ContactSheetRow['cells'] = []
  for (const [caption, more] of trials) cells.push({ frame: await draw(url, SONG, more), caption })
  return [{ heading: '', heightPx: 380, cells }]
}

async function drawPairs(): Promise<ContactSheetRow[]> {
  const names = ['visual-spectrum-ring', 'visual-gradient-flow', 'snippet-waveform-card']
  const rows: ContactSheetRow[] = []
  for (const [heading, file] of [
    ['Code', 'src/NAME/template.ts'],
    ['JSON', 'looks/NAME/template.json'],
  ] as const) {
    const cells: ContactSheetRow['cells'] = []
    for (const name of names) {
      const home = new URL('../packages/templates/', import.meta.url)
      const fixture = JSON.parse(await readFile(new URL(`looks/${name}/fixture.json`, home), 'utf8'))
      const { song, cover, data } = fixture
      const { href } = new URL(file.replace('NAME', name), home)
      for (const size of [SIZE, { width: 480, height: 270 }]) {
        cells.push({ frame: await draw(href, song, { cover, data, size }), caption: name })
      }
    }
    rows.push({ heading, heightPx: 260, cells })
  }
  return rows
}

async function draw(templateUrl: string, song: typeof SONG, more: object = {}, at = FRAME) {
  const scene = await rehearse({ templateUrl, size: SIZE, song, ...more })
  const frame = scene.drawRgb(at)
  scene.close()
  return frame
}

async function writeSheet(name: string, title: string, rows: ContactSheetRow[]): Promise<void> {
  await writeFile(new URL(`${name}.jpg`, DOCS), await pictures.toJpeg(await pictures.join(title, rows)))
}
