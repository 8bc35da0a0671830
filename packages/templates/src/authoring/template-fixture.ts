import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type LyricLine, type LyricsTiming, type Template, z } from '@songreel/kit'
import { resolveSettings } from '@songreel/render'
import { REHEARSAL_COVERS, type Rehearsal } from '@songreel/render/authoring'

const Timed = z.strictObject({ startSecs: z.number(), endSecs: z.number(), text: z.string() })

/** What `fixture.json` says: the song, the cover and the data that examination, preview and pages show a template with. */
export const TemplateFixture = z.strictObject({
  song: z.strictObject({ title: z.string(), artist: z.string(), album: z.string() }),
  /** One of the covers that need no file. */
  cover: z.enum(REHEARSAL_COVERS).default('NIGHT_SEA'),
  /** Decides how drawn covers look. */
  seed: z.int().default(7),
  data: z.record(z.string(), z.unknown()),
  /** The moment of `preview.png`, within the 8 seconds of a rehearsal. */
  previewSecs: z.number().min(0).max(8).default(3),
  /** Sung lines within the 8 seconds. */
  lyrics: z
    .array(
      Timed.extend({
        words: z.array(Timed).optional(),
        agent: z.string().optional(),
        isBackground: z.boolean().optional(),
      }),
    )
    .optional(),
})

/** A fixture, parsed. */
export type TemplateFixture = z.infer<typeof TemplateFixture>

/** Reads the fixture of the template in this folder. */
export async function readFixture(folder: string): Promise<TemplateFixture> {
  return TemplateFixture.parse(JSON.parse(await readFile(join(folder, 'fixture.json'), 'utf8')))
}

/** The fixture as something to rehearse with. */
export function toRehearsal({
  song,
  cover,
  seed,
  data,
  lyrics,
}: TemplateFixture): Omit<Rehearsal, 'templateUrl' | 'size'> {
  return { song, cover, seed, data, ...(lyrics && { lyrics: { lines: lyrics, timing: findTiming(lyrics) } }) }
}

function findTiming(lines: readonly LyricLine[]): LyricsTiming {
  return lines.some(({ words }) => words) ? 'WORD' : 'LINE'
}

/** The shapes to try a template in: its own, or those that differ most when it takes all. */
export function listShapes({ aspectRatios }: Pick<Template, 'aspectRatios'>): readonly string[] {
  return aspectRatios === 'ALL' ? MANY_SHAPES : aspectRatios
}

const MANY_SHAPES = ['9x16', '16x9', '1x1', '4x5', '3x4', '2x3', '4x3', '21x9', '1x2', '3x1', '1x3']

/** The shape that stands for a template in lists and in `preview.png`. */
export function mainShape(template: Pick<Template, 'aspectRatios' | 'defaults'>): string {
  return resolveSettings(template, {}).aspectRatio
}

/** Short side of `preview.png`. */
export const PREVIEW_SHORT_SIDE_PX = 360
