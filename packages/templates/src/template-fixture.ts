import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from '@songreel/render/kit'
import { REHEARSAL_COVERS } from '@songreel/render/rehearsal'

/** What `fixture.json` says: the song, the cover and the data that examination, preview and pages show a template with. */
export const TemplateFixture = z.strictObject({
  song: z.strictObject({ title: z.string(), artist: z.string(), album: z.string() }),
  /** One of the covers that need no file. */
  cover: z.enum(REHEARSAL_COVERS).default('NIGHT_SEA'),
  /** Decides how drawn covers look. */
  seed: z.int().default(7),
  data: z.record(z.string(), z.unknown()),
  /** The moment of `preview.png`. */
  previewSecs: z.number().min(0).max(8).default(3),
  lyrics: z
    .array(z.strictObject({ startSecs: z.number(), endSecs: z.number(), text: z.string() }))
    .optional(),
})

/** A fixture, parsed. */
export type TemplateFixture = z.infer<typeof TemplateFixture>

/** Reads the fixture of the template in this folder. */
export async function readFixture(folder: string): Promise<TemplateFixture> {
  return TemplateFixture.parse(JSON.parse(await readFile(join(folder, 'fixture.json'), 'utf8')))
}
