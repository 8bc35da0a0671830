import { importTemplate } from '@songreel/kit/core'
import { pictures } from '@songreel/render/authoring'
import { type Candidate, PREVIEW_CHECK, TEMPLATE_CHECKS } from './check-template.ts'
import { TemplateFixture } from './template-fixture.ts'

/** Something that is wrong with a look, with the frame in which it is seen, as a JPEG. */
export type ExaminedFault = { check: string; message: string; aspectRatio?: string; picture?: Uint8Array }

/** Longer findings list many places; the first say what is wrong. */
const MOST_CHARACTERS = 1000
const SHAPE = /\b\d{1,2}x\d{1,2}\b/

/**
 * The examination that all templates pass, for a look that lies in no folder: what fails, and nothing else. Whoever asks gives
 * the address that holds all of it, and runs this where it can do no harm.
 */
export async function run(input: unknown): Promise<ExaminedFault[]> {
  const { url } = input as { url: string }
  const template = await importTemplate(url)
  if (!template) throw new Error('The address holds no look.')
  const candidate = { template, url, folder: '', fixture: makeFixture(template) }
  const faults: ExaminedFault[] = []
  for (const { name, check } of TEMPLATE_CHECKS) {
    if (name === PREVIEW_CHECK) continue
    const fault = await examine(candidate, check)
    if (fault) faults.push({ check: name, ...fault })
  }
  return faults
}

type Finding = Omit<ExaminedFault, 'check'>

async function examine(
  candidate: Candidate,
  check: (candidate: Candidate) => Promise<void>,
): Promise<Finding | undefined> {
  const seen: Uint8Array[] = []
  const keepPicture: Candidate['keepPicture'] = async (frame) => {
    if (seen.length === 0) seen.push(await pictures.toJpeg(await pictures.encode(frame)))
    return 'the picture'
  }
  try {
    await check({ ...candidate, keepPicture })
    return undefined
  } catch (error) {
    const message = (error instanceof Error ? error.message : String(error)).slice(0, MOST_CHARACTERS)
    const [aspectRatio] = SHAPE.exec(message) ?? []
    const [picture] = seen
    return { message, ...(aspectRatio && { aspectRatio }), ...(picture && { picture }) }
  }
}

/** What a look is examined with: a song, the look's own example, and lines to sing where it shows some. */
function makeFixture({ example, needs }: Candidate['template']): TemplateFixture {
  const lyrics = ['Leave the lantern burning', 'on the water', 'until I am home', 'again'].map((text, i) => ({
    startSecs: 0.5 + 1.8 * i,
    endSecs: 2.1 + 1.8 * i,
    text,
  }))
  return TemplateFixture.parse({
    song: { title: 'Tin Lanterns', artist: 'Odalys Wren', album: 'Harbour EP' },
    data: example,
    ...(needs.lyrics && { lyrics }),
  })
}
