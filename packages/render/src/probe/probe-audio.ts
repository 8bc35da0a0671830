import { type AnalyseOptions, analyseAudio, MAX_SONG_SECS, readTags, tooLong } from '@songreel/audio'
import type { LoudnessMeter } from '@songreel/audio/engine'
import type { MediaFacts, ProbeOptions } from './media-facts.ts'

const BLOCK_SAMPLES = 65_536

/** Decodes the whole song, because only that reveals a truncated or damaged file. */
export async function probeAudio(path: string, options: ProbeOptions): Promise<MediaFacts> {
  const { analysisFolder, sha256, withTags } = options
  const facts = analysisFolder
    ? await analyse(path, { cacheFolder: analysisFolder, ...(sha256 && { sha256 }) })
    : await decode(path, options)
  return { kind: 'AUDIO', hasAudio: true, ...facts, ...(withTags && { tags: await readNames(path) }) }
}

type SoundFacts = Pick<MediaFacts, 'durationSecs' | 'loudness'> & { codec: string }

async function analyse(path: string, options: AnalyseOptions): Promise<SoundFacts> {
  const analysis = await analyseAudio(path, options)
  const { codec, durationSecs, loudness } = analysis
  return { codec, durationSecs, loudness }
}

async function decode(path: string, { withLoudness }: ProbeOptions): Promise<SoundFacts> {
  const { createLoudnessMeter, openAudio } = await import('@songreel/audio/engine')
  const source = await openAudio(path)
  try {
    const meter = withLoudness ? createLoudnessMeter(source.sampleRate, source.channelCount) : undefined
    const block = Array.from({ length: source.channelCount }, () => new Float32Array(BLOCK_SAMPLES))
    let sampleCount = 0
    for (let count = await source.read(block); count > 0; count = await source.read(block)) {
      meter?.push(block, count)
      sampleCount += count
      if (sampleCount > MAX_SONG_SECS * source.sampleRate) throw tooLong(MAX_SONG_SECS)
    }
    const { codec } = source.info
    const durationSecs = sampleCount / source.sampleRate
    return { codec, durationSecs, ...(meter && { loudness: readMeter(meter) }) }
  } finally {
    source.close()
  }
}

function readMeter(meter: LoudnessMeter): NonNullable<MediaFacts['loudness']> {
  const { integratedLufs, truePeakDbtp } = meter.finish()
  return { integratedLufs, truePeakDbtp }
}

async function readNames(path: string): Promise<NonNullable<MediaFacts['tags']>> {
  const { picture, ...names } = await readTags(path)
  const pictureSize = picture && (await findPictureSize(picture.data))
  return { ...names, hasPicture: picture !== undefined, ...(pictureSize && { pictureSize }) }
}

const PICTURE_KINDS = /^image\/(jpeg|png|gif|webp|avif)$/

/** The size of an embedded picture; undefined for one that could not serve as a cover. */
async function findPictureSize(data: Uint8Array): Promise<{ width: number; height: number } | undefined> {
  const { fileTypeFromBuffer } = await import('file-type')
  if (!PICTURE_KINDS.test((await fileTypeFromBuffer(data))?.mime ?? '')) return undefined
  const { default: sharp } = await import('sharp')
  const facts = await sharp(data)
    .metadata()
    .catch(() => undefined)
  return facts && { width: facts.autoOrient.width, height: facts.autoOrient.height }
}
