import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseTemplateData, planVideo, type RenderPlan, resolveSettings } from '@songreel/render'
import type { LoadedTemplate } from '@songreel/templates'
import { readFixture, type TemplateFixture } from '@songreel/templates/fixture'

/** What a template is judged with. */
export type Material = { art: string; song: string; lyrics?: string; clips: string[] }

/** How long a line is shown where the lyrics are not the song's own. */
const LINE_SECS = 4
/** Longer than any song that lyrics are lent to. */
const LENT_SECS = 1200

/** Plans a small video of this template and shape from files; names and data are those of its fixture. */
export async function planLook(
  { template, url, folder }: LoadedTemplate,
  aspectRatio: string,
  { art, song, lyrics, clips }: Material,
): Promise<RenderPlan> {
  const fixture = await readFixture(folder)
  const lent = template.needs.lyrics && !lyrics ? { lyrics: lendLyrics(fixture) } : {}
  const files = { audio: song, cover: art, clips: template.needs.clips ? clips : [] }
  return planVideo(
    {
      template: { contentId: template.contentId, url, ...(template.master && { master: template.master }) },
      settings: resolveSettings(template, { aspectRatio, outputQuality: 'PREVIEW' }),
      data: { ...parseTemplateData(template, fixture.data), ...lent },
      song: fixture.song,
      files: { ...files, ...(lyrics && { lyrics }) },
      variation: 1,
      seed: fixture.seed,
      watermark: false,
    },
    { folder: tmpdir(), outFile: '', threads: 1, cacheFolder: join(tmpdir(), 'songreel-judge') },
  )
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
