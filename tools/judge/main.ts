import { mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, extname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { takesAspectRatio } from '@songreel/render'
import { type ContactSheetRow, makeDemoClips, pictures, rehearseFiles } from '@songreel/render/authoring'
import { type LoadedTemplate, loadTemplates, nameFolder } from '@songreel/templates'
import { mainShape } from '@songreel/templates/fixture'
import { foldRow } from '@songreel/templates/preview'
import { readBrand } from '../../packages/cli/src/videos/read-brand.ts'
import { measureAnswer } from './measure-answer.ts'
import { type Material, planLook } from './plan-look.ts'

// npm run judge -- [ids] --art <file or folder> --song <file> [--lyrics <file>] [--clip <file>]... [--brand <brand.json>] [--out <folder>]: draws
// templates with real covers and a real song, one sheet each, and says how much of each picture moves, and whether with the
// beat. Several templates also stand side by side on one sheet, `all.png`, with the first cover.

const SHAPES = ['9x16', '1x1', '16x9']
/** Positions within the video. */
const MOMENTS = [0.05, 0.3, 0.6, 0.95]
const ROW_HEIGHT_PX = 300
const ALL_ROW_HEIGHT_PX = 420

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    art: { type: 'string' },
    song: { type: 'string' },
    lyrics: { type: 'string' },
    clip: { type: 'string', multiple: true },
    brand: { type: 'string' },
    out: { type: 'string', default: join('build', 'judge') },
    still: { type: 'boolean' },
  },
})

const templates = await loadTemplates()
const chosen = [...templates.values()].filter(
  ({ template }) => positionals.length === 0 || positionals.includes(template.contentId),
)
if (!values.art || !values.song || chosen.length === 0) {
  const ids = [...templates.keys()].join('\n  ')
  console.error(`npm run judge -- [ids] --art <file or folder> --song <file>\n\nTemplates:\n  ${ids}`)
  process.exitCode = 64
} else await judge(await listCovers(values.art), values.song)

async function judge(covers: string[], song: string): Promise<void> {
  await mkdir(values.out, { recursive: true })
  const clips = values.clip ?? (await makeDemoClips(join(tmpdir(), 'songreel-judge-clips')))
  const brand = values.brand ? await readBrand(values.brand) : undefined
  const material = { song, clips, ...(values.lyrics && { lyrics: values.lyrics }), ...(brand && { brand }) }
  const side: ContactSheetRow['cells'] = []
  for (const loaded of chosen) {
    const { contentId } = loaded.template
    const rows: ContactSheetRow[] = []
    for (const art of covers) {
      const { cells, heading } = await showCover(loaded, { ...material, art })
      rows.push(...foldRow({ heading, heightPx: ROW_HEIGHT_PX, cells }))
      if (art === covers[0]) side.push({ caption: contentId, frame: cells[1]!.frame })
      console.log(`${contentId.padEnd(26)} ${heading}`)
    }
    const name = `${nameFolder(contentId)}-${nameFile(song)}.png`
    await writeFile(join(values.out, name), await pictures.join(`${contentId} · ${nameFile(song)}`, rows))
  }
  if (chosen.length > 1)
    await writeFile(
      join(values.out, 'all.png'),
      await pictures.join(
        'All',
        foldRow({ heading: nameFile(song), heightPx: ALL_ROW_HEIGHT_PX, cells: side }),
      ),
    )
}

/** One cover in the usual shapes, at several moments; measured in the first of them. */
async function showCover(
  loaded: LoadedTemplate,
  material: Material,
): Promise<Pick<ContactSheetRow, 'cells' | 'heading'>> {
  const { template } = loaded
  const taken = SHAPES.filter((shape) => takesAspectRatio(template, shape))
  const shapes = taken.length > 0 ? taken : [mainShape(template)]
  const cells: ContactSheetRow['cells'] = []
  let heading = nameFile(material.art)
  for (const shape of shapes) {
    const scene = await rehearseFiles(await planLook(loaded, shape, material))
    for (const moment of MOMENTS)
      cells.push({
        caption: `${shape}, ${Math.round(moment * 100)} %`,
        frame: scene.drawRgb(Math.round(moment * (scene.frameCount - 1))),
      })
    if (shape === shapes[0] && !values.still) {
      const { alive, beat } = measureAnswer(scene)
      heading += ` · alive ${(100 * alive).toFixed(1)} % · beat ${Number.isNaN(beat) ? '-' : beat.toFixed(2)}`
    }
    scene.close()
  }
  return { cells, heading }
}

async function listCovers(place: string): Promise<string[]> {
  if (!(await stat(place)).isDirectory()) return [place]
  const names = (await readdir(place)).filter((name) => /\.(jpe?g|png|webp)$/i.test(name)).sort()
  return names.map((name) => join(place, name))
}

function nameFile(file: string): string {
  return basename(file, extname(file))
}
