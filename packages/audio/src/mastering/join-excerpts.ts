import type { AudioSource } from '../audio-source.ts'
import { openAudio } from '../decode/open-audio.ts'

/** A part of a song, in seconds of it. */
export type SongPart = { path: string; startSecs: number; endSecs: number }

/** Where to read in what was joined, as `openAudio` takes it, and how its parts go over into each other. */
export type JoinOptions = {
  sampleRate: number
  startSecs?: number
  endSecs?: number
  /** How long a part fades into the next one, just before that begins. */
  crossfadeSecs: number
  signal?: AbortSignal
}

/** Of a very short part no more than this share is faded. */
const MOST_SHARE = 0.25

/** Where a part lies: in the song, and in what was joined. */
type PlacedPart = {
  path: string
  songSample: number
  startSample: number
  endSample: number
  fadeSamples: number
}

/** How many samples a part has, its ends rounded as a reader does. */
export function countSamples({ startSecs, endSecs }: Omit<SongPart, 'path'>, sampleRate: number): number {
  return Math.round(endSecs * sampleRate) - Math.round(startSecs * sampleRate)
}

/**
 * Parts of songs one after the other. Each begins at full level where the one before ends: until there the old one fades out and
 * the moment before the new one fades in, with equal power, so that what begins on a beat is heard from its first sample.
 */
export function joinExcerpts(parts: readonly SongPart[], options: JoinOptions): AudioSource {
  const { sampleRate, signal, startSecs = 0, endSecs = Number.POSITIVE_INFINITY } = options
  const placed = placeParts(parts, options)
  const end = Math.min(placed.at(-1)?.endSample ?? 0, Math.round(endSecs * sampleRate))
  const open = (part: PlacedPart) => openPart(part, sampleRate, signal)
  let position = Math.round(startSecs * sampleRate)
  let index = -1
  let current: AudioSource | undefined
  let next: AudioSource | undefined

  /** Goes on to the part in which the position lies; parts are read from their start, so nothing else can be asked for. */
  const enter = async (): Promise<PlacedPart> => {
    while (index < 0 || position >= placed[index]!.endSample) {
      current?.close()
      index++
      current = next ?? (await open(placed[index]!))
      next = undefined
    }
    return placed[index]!
  }
  const readSome = async (channels: Float32Array[], part: PlacedPart): Promise<void> => {
    await current?.read(channels)
    const following = placed[index + 1]
    const fadeStart = part.endSample - (following?.fadeSamples ?? 0)
    if (!following || position < fadeStart) return
    next ??= await open(following)
    const begun = channels.map(({ length }) => new Float32Array(length))
    await next.read(begun)
    crossfade(channels, begun, { from: position - fadeStart, length: following.fadeSamples })
  }

  return {
    info: { sampleRate, channelCount: 2, codec: 'several' },
    sampleRate,
    channelCount: 2,
    async read(channels) {
      const wanted = channels[0]?.length ?? 0
      let filled = 0
      while (filled < wanted && position < end) {
        const room = Math.min(wanted - filled, end - position)
        const part = position < 0 ? undefined : await enter()
        const count = Math.min(room, part ? untilChange(part, placed[index + 1], position) : -position)
        const some = channels.map((samples) => samples.subarray(filled, filled + count))
        if (part) await readSome(some, part)
        else for (const samples of some) samples.fill(0)
        filled += count
        position += count
      }
      for (const samples of channels) samples.fill(0, filled)
      return filled
    },
    close() {
      current?.close()
      next?.close()
    },
  }
}

/** From where it begins to fade in. */
function openPart(
  { path, songSample, startSample, endSample, fadeSamples }: PlacedPart,
  sampleRate: number,
  signal: AbortSignal | undefined,
): Promise<AudioSource> {
  return openAudio(path, {
    sampleRate,
    startSecs: (songSample - fadeSamples) / sampleRate,
    endSecs: (songSample + endSample - startSample) / sampleRate,
    ...(signal && { signal }),
  })
}

function placeParts(parts: readonly SongPart[], { sampleRate, crossfadeSecs }: JoinOptions): PlacedPart[] {
  const placed: PlacedPart[] = []
  for (const { path, ...part } of parts) {
    const before = placed.at(-1)
    const startSample = before?.endSample ?? 0
    const length = countSamples(part, sampleRate)
    const most = Math.min(length, before ? before.endSample - before.startSample : 0) * MOST_SHARE
    placed.push({
      path,
      songSample: Math.round(part.startSecs * sampleRate),
      startSample,
      endSample: startSample + length,
      fadeSamples: Math.floor(Math.min(crossfadeSecs * sampleRate, most)),
    })
  }
  return placed
}

/** Samples up to where a fade begins or the part ends. */
function untilChange({ endSample }: PlacedPart, following: PlacedPart | undefined, position: number): number {
  const fadeStart = endSample - (following?.fadeSamples ?? 0)
  return (position < fadeStart ? fadeStart : endSample) - position
}

function crossfade(
  old: Float32Array[],
  begun: Float32Array[],
  { from, length }: { from: number; length: number },
): void {
  for (const [channel, samples] of old.entries()) {
    for (let i = 0; i < samples.length; i++) {
      const angle = ((from + i + 0.5) / length) * (Math.PI / 2)
      samples[i] = samples[i]! * Math.cos(angle) + begun[channel]![i]! * Math.sin(angle)
    }
  }
}
