import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sizeShape } from '@songreel/render'
import {
  type ContactSheetRow,
  HOOK_DROP_SECS,
  pictures,
  type Rehearsal,
  rehearse,
} from '@songreel/render/authoring'
import type { LoadedTemplate } from '../load-templates.ts'
import { rehearseHook } from './measure-template.ts'
import { listShapes, mainShape, PREVIEW_SHORT_SIDE_PX, readFixture, toRehearsal } from './template-fixture.ts'

const FPS = 30
const CELL_SHORT_SIDE_PX = 360
const ROW_HEIGHT_PX = 440
const WIDE_ROW_HEIGHT_PX = 260

/** Draws the still that stands for a template, and keeps it in the template's folder. */
export async function writePreview({ template, url, folder }: LoadedTemplate): Promise<string> {
  const fixture = await readFixture(folder)
  const size = sizeShape(mainShape(template), PREVIEW_SHORT_SIDE_PX)
  const frame = await drawAt({ ...toRehearsal(fixture), templateUrl: url, size }, fixture.previewSecs)
  const path = join(folder, 'preview.png')
  await writeFile(path, await pictures.encode(frame))
  return path
}

const MOVING_SHORT_SIDE_PX = 240
const MOVING_FPS = 15
const MOVING_SECS = 3
const SECS_BEFORE_DROP = 1
/** Pages load them all at once. */
export const MOVING_MAX_BYTES = 400_000

/** Draws the seconds around the moment at which the chorus comes in, as a small animated WebP. */
export async function drawMovingPreview(loaded: LoadedTemplate): Promise<Buffer> {
  const fixture = await readFixture(loaded.folder)
  const size = sizeShape(mainShape(loaded.template), MOVING_SHORT_SIDE_PX)
  const rehearsal = rehearseHook({ ...loaded, fixture }, MOVING_SHORT_SIDE_PX)
  const scene = await rehearse({ ...rehearsal, size, fps: MOVING_FPS })
  const count = Math.min(scene.frameCount, MOVING_SECS * MOVING_FPS)
  const drop = Math.round((HOOK_DROP_SECS - SECS_BEFORE_DROP) * MOVING_FPS)
  const first = Math.min(drop, scene.frameCount - count)
  const frames = Array.from({ length: count }, (_, i) => scene.drawRgb(first + i))
  scene.close()
  return pictures.animate(frames, { fps: MOVING_FPS, maxBytes: MOVING_MAX_BYTES })
}

/** Draws a template in every shape, over time, on difficult covers and with difficult text: one PNG to look at. */
export async function drawContactSheet(loaded: LoadedTemplate): Promise<Buffer> {
  const { template, url, folder } = loaded
  const fixture = await readFixture(folder)
  const { previewSecs } = fixture
  const rehearsal = { ...toRehearsal(fixture), templateUrl: url }
  const main = sizeShape(mainShape(template), CELL_SHORT_SIDE_PX)
  const shapes = await drawRow(
    listShapes(template).map((shape) => ({
      caption: shape,
      secs: previewSecs,
      rehearsal: { ...rehearsal, size: sizeShape(shape, CELL_SHORT_SIDE_PX) },
    })),
  )
  const time = await drawRow(
    [0, 0.1, 0.3, 2, 4.1, 7.7, 7.97].map((secs) => ({
      caption: `${secs} s`,
      secs,
      rehearsal: { ...rehearsal, size: main },
    })),
  )
  const strip = await drawStrip(rehearseHook({ ...loaded, fixture }, CELL_SHORT_SIDE_PX))
  const covers = await drawRow(
    COVERS.map(({ caption, theme, cover }) => ({
      caption,
      secs: previewSecs,
      rehearsal: { ...rehearsal, size: main, cover, data: { ...rehearsal.data, theme } },
    })),
  )
  const texts = await drawRow(
    TEXTS.map(({ caption, title, artist, data }) => ({
      caption,
      secs: previewSecs,
      rehearsal: {
        ...rehearsal,
        size: main,
        song: { title, artist, album: title },
        data: { ...rehearsal.data, ...data },
      },
    })),
  )
  const heightPx = main.width > main.height ? WIDE_ROW_HEIGHT_PX : ROW_HEIGHT_PX
  return pictures.join(`${template.contentId} · ${template.title}`, [
    ...foldRow({ heading: 'Shapes', heightPx: ROW_HEIGHT_PX, cells: shapes }),
    ...foldRow({ heading: `${mainShape(template)} over time`, heightPx, cells: time }),
    ...foldRow({ heading: 'Frame by frame around the beat on which the chorus comes in', ...strip }),
    ...foldRow({ heading: 'Covers and themes', heightPx, cells: covers }),
    ...foldRow({ heading: 'Texts and voices', heightPx, cells: texts }),
  ])
}

const COVERS = [
  { caption: 'light theme', theme: 'LIGHT', cover: 'NIGHT_SEA' },
  { caption: 'drawn cover', theme: 'DARK', cover: 'DRAWN' },
  { caption: 'dark cover', theme: 'DARK', cover: 'DARK' },
  { caption: 'light cover', theme: 'DARK', cover: 'LIGHT' },
  { caption: 'light cover, light theme', theme: 'LIGHT', cover: 'LIGHT' },
  { caption: 'grey cover', theme: 'DARK', cover: 'GREY' },
  { caption: 'tiny cover, 48x48', theme: 'DARK', cover: 'TINY' },
] as const

const TEXTS: { caption: string; title: string; artist: string; data: Record<string, unknown> }[] = [
  {
    caption: '120 characters, SERIF',
    title:
      'The Long and Winding Story of Everything We Never Said to Each Other on the Bridge Before That Summer Came to an End 1',
    artist: 'Herobrine & The Seventh Sons of Mercury feat. Aury Delacroix',
    data: { customText: 'A story in twelve chapters, out on every platform this Friday', fontStyle: 'SERIF' },
  },
  { caption: 'no text', title: '', artist: '', data: { customText: '' } },
  { caption: 'CONDENSED', title: 'Tin Lanterns', artist: 'Odalys Wren', data: { fontStyle: 'CONDENSED' } },
  {
    caption: 'MONO, accent',
    title: '404',
    artist: 'null',
    data: { fontStyle: 'MONO', accentColor: '#18e0a0' },
  },
  { caption: 'Arabic', title: 'ليل بلا نهاية', artist: 'نور الهدى', data: { customText: 'متاح الآن' } },
  { caption: 'Japanese', title: '夜明けのうた', artist: '青葉 市子', data: { customText: '新曲 配信中' } },
  { caption: 'emoji', title: '🌊 Infinite 🌅 Sea', artist: 'Aury 🎧', data: { customText: '🔥 Out now' } },
]

type Cell = ContactSheetRow['cells'][number]

async function drawRow(stills: { caption: string; secs: number; rehearsal: Rehearsal }[]): Promise<Cell[]> {
  const cells: Cell[] = []
  for (const { caption, secs, rehearsal } of stills)
    cells.push({ caption, frame: await drawAt(rehearsal, secs) })
  return cells
}

const STRIP_FRAMES = 16
const FRAMES_BEFORE_BEAT = 4

/** Consecutive frames around a beat: what moves, and how far. */
async function drawStrip(rehearsal: Rehearsal): Promise<Pick<ContactSheetRow, 'heightPx' | 'cells'>> {
  const scene = await rehearse(rehearsal)
  const beat = Math.min(Math.round(HOOK_DROP_SECS * FPS), scene.frameCount - STRIP_FRAMES)
  const cells = Array.from({ length: STRIP_FRAMES }, (_, i) => ({
    caption: i === FRAMES_BEFORE_BEAT ? 'beat' : `${i - FRAMES_BEFORE_BEAT}`,
    frame: scene.drawRgb(beat - FRAMES_BEFORE_BEAT + i),
  }))
  scene.close()
  const { width, height } = rehearsal.size
  const inRow = width > height ? STRIP_FRAMES / 2 : STRIP_FRAMES
  return { cells, heightPx: Math.floor(((SHEET_WIDTH_PX / inRow - GAP_PX) * height) / width) }
}

/** Draws the frame that is on screen at this time; a time that was meant to be a frame's own must not fall just short of it. */
export async function drawAt(
  rehearsal: Rehearsal,
  secs: number,
): Promise<{ rgb: Buffer; width: number; height: number }> {
  const scene = await rehearse(rehearsal)
  const frame = scene.drawRgb(Math.min(scene.frameCount - 1, Math.floor(secs * FPS + 1e-6)))
  scene.close()
  return frame
}

/** Breaks a row that would be wider than the sheet. */
export function foldRow({ heading, heightPx, cells }: ContactSheetRow): ContactSheetRow[] {
  const rows: ContactSheetRow[] = []
  let room = 0
  for (const cell of cells) {
    const width = (cell.frame.width / cell.frame.height) * heightPx + GAP_PX
    if (width > room) {
      rows.push({ heading: rows.length === 0 ? heading : '', heightPx, cells: [] })
      room = SHEET_WIDTH_PX
    }
    rows.at(-1)!.cells.push(cell)
    room -= width
  }
  return rows
}

const SHEET_WIDTH_PX = 1900
/** Between the cells of a row, as the sheet joins them. */
const GAP_PX = 16
