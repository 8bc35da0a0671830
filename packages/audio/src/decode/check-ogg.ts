import { basename } from 'node:path'
import { RenderError } from '@songreel/kit/core'
import { type OggStream, readOggStreams } from './ogg-pages.ts'

/** Carried beside sound without being any. */
const SOUND = /^(vorbis|opus|flac|speex|celt|pcm)$/

/**
 * Refuses a chain of recordings of different form, of which FFmpeg would read the first and leave out the rest without a
 * word. A chain of one form, such as a recorded radio stream, is read through.
 */
export async function checkOggChain(path: string): Promise<void> {
  const streams = await readOggStreams(path)
  if (!streams) return
  const [first] = streams.together.filter(isSound)
  const other = streams.later.filter(isSound).find(({ form }) => form !== first?.form)
  if (!first || !other) return
  const name = basename(path)
  const seen = `${first.form}, then ${other.form}`
  throw new RenderError(
    'ASSET_UNSUPPORTED',
    `${name} is several recordings of different form one after the other: ${seen}.`,
    { file: name, seen, advice: 'Send them as files of their own, or convert them into one.' },
  )
}

/** The error of a file that FFmpeg refuses although its pages are intact; undefined if they are not. */
export async function explainOggRefusal(path: string, cause: Error): Promise<RenderError | undefined> {
  const streams = await readOggStreams(path)
  if (!streams) return undefined
  const name = basename(path)
  const seen = streams.together.map(({ form }) => form).join(', ')
  const count = streams.together.filter(isSound).length
  if (count > 1) {
    const message = `${name} holds ${count} streams of sound side by side, which is not supported: ${seen}.`
    const advice = 'Send the one that is meant as a file of its own.'
    return new RenderError('ASSET_UNSUPPORTED', message, { file: name, seen, advice }, { cause })
  }
  return undefined
}

function isSound({ codec }: OggStream): boolean {
  return SOUND.test(codec)
}
