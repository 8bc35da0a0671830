import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseTemplateData, planVideo, type RenderPlan, resolveSettings } from '@songreel/render'
import type { LoadedTemplate } from '@songreel/templates'
import { readFixture, type TemplateFixture } from '@songreel/templates/fixture'
import type { LocalBrand } from '../../packages/cli/src/videos/read-brand.ts'

/** What a template is judged with. */
export type Material = { art: string; song: string; lyrics?: string; clips: string[]; brand?: LocalBrand }

/** How long a line is shown where the lyrics are not the song's own. */
const LINE_SECS = 4
/** Longer than any song that lyrics are lent to. */
const LENT_SECS = 1200

/** Plans a small video of this template and shape from files; names and data are those of its fixture. */
export async function planLook(
  { template, url, folder }: LoadedTemplate,
  aspectRatio: string,
  { art, song, lyrics, clips, brand }: Material,
): Promise<RenderPlan> {
  const fixture = await readFixture(folder)
  const lent = template.needs.lyrics && !lyrics ? { lyrics: lendLyrics(fixture) } : {}
  const files = { audio: song, cover: art, clips: template.needs.clips ? clips : [] }
  return planVideo(
    {
      template: { contentId: template.contentId, url, ...(template.master && { master: template.master }) },
      settings: resolveSettings(template, { aspectRatio, outputQuality: 'PREVIEW' }),
      data: { ...parseTemplateData(template, brand ? dropChoices(fixture.data) : fixture.data), ...lent },
      song: fixture.song,
      files: { ...files, ...(lyrics && { lyrics }), ...(brand && { brand: brand.files }) },
      ...(brand && { brand: brand.brand }),
      variation: 1,
      seed: fixture.seed,
      watermark: false,
    },
    { folder: tmpdir(), outFile: '', threads: 1, cacheFolder: join(tmpdir(), 'songreel-judge') },
  )
}

/** What a video chooses for itself wins over its brand, which would not be seen. */
function dropChoices({ theme: _, accentColor: __, fontStyle: ___, ...data }: Record<string, unknown>) {
  return data
}

/** The fixture's lines again and again, so that any moment of any song has words. */
function lendLyrics({ lyrics = [] }: TemplateFixture): string {
  const texts = lyrics.length > 0 ? lyrics.map(({ text }) => text) : ['Somewhere a light goes on']
  const lines: string[] = []
  for (let secs = 0; secs < LENT_SECS; secs += LINE_SECS) {
    const text = texts[(secs / LINE_SECS) % texts.length]
    lines.push(
      `[${String(Math.floor(secs / 60)).padStart(2, '0')}:${String(secs % 60).padStart(2, '0')}.00]${text}`,
    )
  }
  return lines.join('\n')
}
