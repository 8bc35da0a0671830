import type { Energy, Motion } from '@songreel/kit'
import { sizeShape, takesAspectRatio } from '@songreel/render'
import { type Life, type Rehearsal, rehearse } from '@songreel/render/authoring'
import type { LoadedTemplate } from '../load-templates.ts'
import { mainShape, PREVIEW_SHORT_SIDE_PX, type TemplateFixture, toRehearsal } from './template-fixture.ts'

/** Shares of changed pixels per frame: below, a template is taken for a still; above, nobody can read it. */
export const LIVELY: Record<Energy, { least: number; most: number }> = {
  ENERGETIC: { least: 0.08, most: 0.4 },
  CALM: { least: 0.01, most: 0.08 },
}

const LONGEST_SECS = 16
const FIXTURE_SECS = 8

/** Measures a template's life over the best part of a song, as phones show it; `everyFrames` takes a sample. */
export async function measureTemplate(
  loaded: LoadedTemplate & { fixture: TemplateFixture },
  { everyFrames = 1, motion = 'FULL' }: { everyFrames?: number; motion?: Motion } = {},
): Promise<Life> {
  const scene = await rehearse({ ...rehearseHook(loaded, PREVIEW_SHORT_SIDE_PX), motion })
  const life = scene.measureLife({ everyFrames })
  scene.close()
  return life
}

/** A template as it plays over the verse's end and the chorus. */
export function rehearseHook(
  { template, url, fixture }: LoadedTemplate & { fixture: TemplateFixture },
  shortSidePx: number,
): Rehearsal {
  const { excerpt } = template.defaults
  const shape = takesAspectRatio(template, '9x16') ? '9x16' : mainShape(template)
  const { lyrics, ...rehearsal } = toRehearsal(fixture)
  return {
    ...rehearsal,
    templateUrl: url,
    size: sizeShape(shape, shortSidePx),
    music: 'HOOK',
    secs: excerpt.kind === 'WHOLE' ? LONGEST_SECS : Math.min(LONGEST_SECS, excerpt.secs),
    ...(lyrics && { lyrics: { ...lyrics, lines: [...lyrics.lines, ...lyrics.lines.map(singAgain)] } }),
  }
}

type Timed = { startSecs: number; endSecs: number }

/** A fixture's lines are as long as other rehearsals: here they come twice. */
function singAgain<Line extends Timed & { words?: readonly Timed[] }>(line: Line): Line {
  const delay = <Part extends Timed>(part: Part): Part => ({
    ...part,
    startSecs: part.startSecs + FIXTURE_SECS,
    endSecs: part.endSecs + FIXTURE_SECS,
  })
  return { ...delay(line), ...(line.words && { words: line.words.map(delay) }) }
}
