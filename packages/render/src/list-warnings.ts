import { basename } from 'node:path'
import { findUncoveredCharacters } from './paint/clean-text.ts'
import { describeSmallCover } from './paint/cover.ts'
import type { OutputChecks, RenderPlan, RenderWarning } from './plan/render-plan.ts'
import type { RenderInputs } from './read-inputs.ts'

/** What did not stop the render, in words for its owner. */
export function listWarnings(plan: RenderPlan, inputs: RenderInputs, checks: OutputChecks): RenderWarning[] {
  return [...warnAboutCover(plan, inputs), ...warnAboutText(plan, inputs), ...warnAboutOutput(checks)]
}

function warnAboutCover({ files, size }: RenderPlan, { cover }: RenderInputs): RenderWarning[] {
  if (cover.isDrawn) {
    return [{ code: 'COVER_DRAWN', message: 'There was no cover, so one was drawn from title and artist.' }]
  }
  const name = files.cover ? basename(files.cover) : 'The embedded cover'
  const message = describeSmallCover(name, cover.picture, Math.min(size.width, size.height))
  return message ? [{ code: 'COVER_SMALL', message }] : []
}

function warnAboutText({ song }: RenderPlan, { data }: RenderInputs): RenderWarning[] {
  const texts = [song.title, song.artist, song.album, ...Object.values(data)].filter(
    (text) => typeof text === 'string',
  )
  const missing = findUncoveredCharacters(texts.join('\n'))
  if (missing.length === 0) return []
  const message = `No bundled font has ${missing.join(' ')}; left out of the picture, or drawn in a simpler form.`
  return [{ code: 'CHARACTERS_NOT_COVERED', message }]
}

function warnAboutOutput({ items }: OutputChecks): RenderWarning[] {
  return items
    .filter(({ status }) => status === 'WARNING')
    .map(({ name, seen, expected }) => ({
      code: `OUTPUT_${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`,
      message: `The finished video's ${name} is ${seen}; expected ${expected}.`,
    }))
}
