import { basename } from 'node:path'
import { RenderError } from '@songreel/kit/core'
import { Frame } from 'node-av/lib'
import type { AudioReadOptions, AudioSource } from '../audio-source.ts'
import { createPauses, type Pause } from '../pauses.ts'
import { alignStart } from './align-start.ts'
import { chainDecoders, type OpenDecoder } from './chain-decoders.ts'
import { checkEdits } from './check-edits.ts'
import { checkLength } from './check-length.ts'
import { checkOggChain } from './check-ogg.ts'
import { chooseDemuxer } from './choose-demuxer.ts'
import { type NativeDecoder, openNativeDecoder } from './native-decoder.ts'
import { isPlausible } from './open-file.ts'
import {
  createResampler,
  hasForm,
  PULLED_SAMPLES,
  type Resampler,
  readForm,
  type SampleForm,
} from './resampler.ts'
import { createStartFinder, type StartFinder } from './start-finder.ts'

/** What AAC in a video uses. */
const DEFAULT_SAMPLE_RATE = 48_000

/** Samples that are decoded at once: handing them over packet by packet would cost as much as decoding them. */
const BATCH_SAMPLES = 8192

/** Skipping pays off only from here on, because of its pre-roll. */
const SKIP_FROM_SECS = 5

/** Decoded samples that wait to be read; they live in the resampler's buffers until the next conversion. */
type Block = { channels: readonly Float32Array[]; startSample: number; length: number }

type SourceState = {
  name: string
  decoder: NativeDecoder & { prepare?(): Promise<void> }
  frame: Frame
  resampler?: Resampler
  form?: SampleForm
  sampleRate: number
  channelCount: 1 | 2
  /** The song's sample that the next read starts with. */
  position: number
  endSample: number
  /** Sound before the start is not decoded. */
  isSkipping: boolean
  /** Set after a skip in a file whose times are not all right. */
  starting?: StartFinder
  block: Block
  decodedSecs: number
  dropNext: number
  /** Samples that went into the resampler since it was last empty. */
  waiting: number
  /** The resampler still holds the last few samples, which come out at the end only. */
  hasTail: boolean
  /** A decoded frame of another form: what waits comes out before it goes in. */
  isFrameHeld: boolean
  isDecoded: boolean
  isEnded: boolean
  pause: Pause
}

/**
 * Opens a song for reading piece by piece, from any point; memory stays small whatever its length. Several songs are read as if
 * they were one, without a sample more or less between them.
 */
export async function openAudio(
  path: string | readonly string[],
  options: AudioReadOptions = {},
): Promise<AudioSource> {
  const { signal, startSecs = 0, endSecs = Number.POSITIVE_INFINITY, channelCount = 2 } = options
  const [first = '', ...others] = typeof path === 'string' ? [path] : path
  const open =
    (each: string): OpenDecoder =>
    () =>
      openSong(each, signal)
  const decoder =
    others.length > 0 ? await chainDecoders([open(first), ...others.map(open)]) : await open(first)()
  const sampleRate = chooseRate(options.sampleRate, decoder.info.sampleRate)
  const isSkipping = startSecs > SKIP_FROM_SECS && others.length === 0
  if (isSkipping) decoder.skipTo(startSecs)
  const frame = new Frame()
  frame.alloc()
  const state: SourceState = {
    name: basename(first),
    decoder,
    frame,
    sampleRate,
    channelCount,
    position: Math.round(startSecs * sampleRate),
    endSample: Math.round(endSecs * sampleRate),
    isSkipping,
    ...(isSkipping && decoder.info.codec === 'vorbis' && { starting: createStartFinder() }),
    block: { channels: [], startSample: 0, length: 0 },
    decodedSecs: Number.NaN,
    dropNext: 0,
    waiting: 0,
    hasTail: false,
    isFrameHeld: false,
    isDecoded: false,
    isEnded: false,
    pause: createPauses(signal),
  }
  return {
    info: decoder.info,
    sampleRate,
    channelCount,
    read: (channels) => read(state, channels),
    close: () => {
      state.resampler?.free()
      frame.free()
      decoder.close()
    },
  }
}

async function openSong(path: string, signal: AbortSignal | undefined): Promise<NativeDecoder> {
  const kind = await chooseDemuxer(path)
  await checkLength(path, kind)
  if (kind === 'mov') await checkEdits(path)
  if (kind === 'ogg') await checkOggChain(path)
  return openNativeDecoder(path, kind, signal)
}

function chooseRate(wanted: AudioReadOptions['sampleRate'], sourceRate: number): number {
  return wanted === 'SOURCE' ? Math.min(sourceRate, DEFAULT_SAMPLE_RATE) : (wanted ?? DEFAULT_SAMPLE_RATE)
}

async function read(state: SourceState, channels: Float32Array[]): Promise<number> {
  const wanted = channels[0]?.length ?? 0
  let filled = 0
  while (filled < wanted && state.position < state.endSample) {
    const room = Math.min(wanted - filled, state.endSample - state.position)
    const { block } = state
    const offset = state.position - block.startSample
    if (offset >= 0 && offset < block.length) {
      const count = Math.min(room, block.length - offset)
      copyBlock(block, offset, count, channels, filled)
      advance(count)
    } else if (offset < 0 || (state.isEnded && Number.isFinite(state.endSample))) {
      const count = offset < 0 ? Math.min(room, -offset) : room
      for (const samples of channels) samples.fill(0, filled, filled + count)
      advance(count)
    } else if (state.isEnded) {
      break
    } else {
      await decodeBlock(state)
    }
  }
  for (const samples of channels) samples.fill(0, filled)
  return filled

  /** A step that is no whole number of samples would be repeated for ever, with nobody to stop it. */
  function advance(count: number): void {
    if (!(count >= 1)) throw noHeadway(state, count)
    filled += count
    state.position += count
  }
}

function noHeadway({ name, position, sampleRate }: SourceState, count: number): RenderError {
  const atSecs = Math.round((position / sampleRate) * 1000) / 1000
  const message = `Reading ${name} makes no headway at ${atSecs} s.`
  return new RenderError('INTERNAL', message, { file: name, atSecs, samples: count })
}

/** A mono block serves both channels. */
function copyBlock(block: Block, offset: number, count: number, channels: Float32Array[], at: number): void {
  channels.forEach((samples, channel) => {
    const source = block.channels[channel] ?? block.channels[0]!
    samples.set(source.subarray(offset, offset + count), at)
  })
}

async function decodeBlock(state: SourceState): Promise<void> {
  await state.pause()
  await state.decoder.prepare?.()
  const isReady = fillBatch(state)
  if (!isReady) return
  const { resampler, block } = state
  const isLast = state.isDecoded || state.isFrameHeld
  const length = resampler?.pull(isLast) ?? 0
  const startSample = block.startSample + block.length
  // Where another form begins, the tail may be a fraction of a sample too long.
  const most = state.isFrameHeld ? Math.max(0, countDecoded(state) - startSample) : length
  state.block = { channels: resampler?.output ?? [], startSample, length: Math.min(length, most) }
  if (length === PULLED_SAMPLES) return
  state.waiting = 0
  state.hasTail &&= !isLast
  state.isEnded = state.isDecoded
}

/** Samples of the output that all frames so far stand for: counted anew, so that no fraction of one adds up. */
function countDecoded({ decodedSecs, sampleRate }: SourceState): number {
  return Math.round(decodedSecs * sampleRate)
}

/** Decodes until a batch waits; false if nothing came for long, so that a cancel is seen in time. */
function fillBatch(state: SourceState): boolean {
  const { decoder, frame } = state
  while (state.waiting < BATCH_SAMPLES && !state.isDecoded) {
    const step = state.isFrameHeld ? 'FRAME' : decoder.step(frame)
    if (step === 'NONE') return false
    if (step === 'END') {
      decoder.checkComplete(state.decodedSecs)
      state.isDecoded = true
      return true
    }
    const form = state.form && hasForm(frame, state.form) ? state.form : readForm(frame)
    state.isFrameHeld = form !== state.form && state.hasTail
    if (state.isFrameHeld) return true
    takeFrame(state, form)
  }
  return true
}

function takeFrame(state: SourceState, form: SampleForm): void {
  const { decoder, frame } = state
  if (!state.resampler || form !== state.form) changeForm(state, form)
  if (state.starting?.add(decoder.frameSecs(frame), frame.nbSamples, form.sampleRate)) return
  const isFirst = Number.isNaN(state.decodedSecs)
  const dropped = isFirst
    ? startAt(state, form, state.starting?.startSecs() ?? decoder.frameSecs(frame))
    : state.dropNext
  const { nbSamples } = frame
  const count = Math.max(0, nbSamples - dropped)
  state.dropNext = Math.max(0, dropped - nbSamples)
  state.decodedSecs += nbSamples / form.sampleRate
  if (count > 0) state.resampler!.push(frame, dropped)
  state.waiting += count
  state.hasTail ||= count > 0
}

/** The first frame is the song's start, or after skipping the point its time stamp names. Returns how many samples to drop. */
function startAt(state: SourceState, form: SampleForm, frameSecs: number): number {
  state.decodedSecs = state.isSkipping ? frameSecs : 0
  const firstSample = Math.round(state.decodedSecs * form.sampleRate)
  const { dropped, startSample } = alignStart(firstSample, form.sampleRate, state.sampleRate)
  state.block.startSample = startSample
  return dropped
}

/** Damaged and chained files change their form midway; only what the resampler can take goes on. */
function changeForm(state: SourceState, form: SampleForm): void {
  const { nbChannels } = form.layout
  if (!isPlausible(nbChannels, form.sampleRate)) throw brokenForm(state.name, form)
  state.resampler?.free()
  state.resampler = undefined
  if (state.form) state.block = { channels: [], startSample: countDecoded(state), length: 0 }
  const channelCount = nbChannels === 1 ? 1 : state.channelCount
  try {
    state.resampler = createResampler(form, state.sampleRate, channelCount)
  } catch (error) {
    throw brokenForm(state.name, form, error)
  }
  state.form = form
}

function brokenForm(name: string, { sampleRate, layout }: SampleForm, cause?: unknown): RenderError {
  const seen = `${layout.nbChannels} channels at ${sampleRate} Hz`
  return new RenderError(
    'ASSET_CORRUPT',
    `${name} is damaged: it claims ${seen}.`,
    { file: name, seen },
    { cause },
  )
}
