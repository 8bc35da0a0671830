import type { AudioSource } from '@songreel/audio'
import { DIP_RAMP_SECS, type Dip } from '@songreel/audio/engine'
import type { AudioCodec } from '../codecs/codec.ts'
import { type AudioPacket, createAudioEncoder, OUTPUT_SAMPLE_RATE } from './audio-encoder.ts'

/** An encoder that starts somewhere decides as one that came from further away after so many packets: half a second. */
const WARM_UP_PACKETS = 24

/** Packets at either edge whose encoder decisions still differ. */
const STRANGE_PACKETS = 8

/** Sound that was encoded already, and what changed in it since. */
export type PatchInput = {
  codec: AudioCodec
  packets: AudioPacket[]
  dips: readonly Dip[]
  /** The whole excerpt as it is now, from `leadSecs` before it. */
  openSource(leadSecs: number): Promise<AudioSource>
}

/**
 * Encodes only the stretches around some new dips again, and puts them between the other packets. Undefined where
 * packets of this codec cannot be exchanged, or where old and new ones do not blend into each other.
 */
export async function patchPackets(input: PatchInput): Promise<AudioPacket[] | undefined> {
  const { codec, packets, dips, openSource } = input
  const frameSamples = packets[0]?.samples ?? 0
  const { readWindow } = codec
  if (!readWindow || !codec.omitsPriming || frameSamples === 0) return undefined
  const leadSecs = frameSamples / OUTPUT_SAMPLE_RATE
  const sound = createCursor(await openSource(leadSecs), -frameSamples)
  try {
    const patched = [...packets]
    for (const stretch of planStretches(dips, frameSamples, packets.length)) {
      const encoded = await encodeStretch(codec, stretch, frameSamples, sound)
      const isAlike = (index: number) => {
        const window = readWindow(patched[index]!.data)
        const other = encoded[index - stretch.first]
        return window !== undefined && other !== undefined && readWindow(other.data) === window
      }
      const seam = findSeams(stretch, packets.length, isAlike)
      if (!seam) return undefined
      const fresh = encoded.slice(seam.first - stretch.first, seam.end - stretch.first)
      patched.splice(seam.first, fresh.length, ...fresh)
    }
    return patched
  } finally {
    sound.close()
  }
}

/** Packets by their numbers: those that a dip changes, and those around them that are encoded again; ends not included. */
type Stretch = { first: number; firstChanged: number; changedEnd: number; end: number }

function planStretches(dips: readonly Dip[], frameSamples: number, count: number): Stretch[] {
  const reach = DIP_RAMP_SECS * OUTPUT_SAMPLE_RATE + frameSamples
  const stretches: Stretch[] = []
  for (const { startSample, endSample } of dips.toSorted((a, b) => a.startSample - b.startSample)) {
    const firstChanged = Math.max(0, Math.floor((startSample - reach) / frameSamples))
    const changedEnd = Math.min(count, Math.ceil((endSample + reach) / frameSamples))
    const first = Math.max(0, firstChanged - WARM_UP_PACKETS)
    const end = Math.min(count, changedEnd + WARM_UP_PACKETS)
    const last = stretches.at(-1)
    // The next encoder begins with the sound of one packet before its own.
    if (last && first <= last.end) Object.assign(last, { changedEnd, end })
    else stretches.push({ first, firstChanged, changedEnd, end })
  }
  return stretches
}

async function encodeStretch(
  codec: AudioCodec,
  { first, end }: Stretch,
  frameSamples: number,
  sound: SoundCursor,
): Promise<AudioPacket[]> {
  const startSample = first * frameSamples
  const encoder = await createAudioEncoder({
    codec,
    durationSecs: ((end - first) * frameSamples) / OUTPUT_SAMPLE_RATE,
    openSource: (leadSecs) => sound.goTo(startSample - Math.round(leadSecs * OUTPUT_SAMPLE_RATE)),
  })
  try {
    const packets = await encoder.encodeUntil(Number.POSITIVE_INFINITY)
    return packets.map((packet) => ({ ...packet, pts: packet.pts + startSample }))
  } finally {
    encoder.free()
  }
}

/** Where old packets go over into new ones and back: the packet before either place is windowed alike in both. */
function findSeams(
  { first, firstChanged, changedEnd, end }: Stretch,
  count: number,
  isAlike: (index: number) => boolean,
): { first: number; end: number } | undefined {
  let start = firstChanged
  const earliest = first + STRANGE_PACKETS
  if (first === 0) start = 0
  else while (start > earliest && !isAlike(start - 1)) start--
  let stop = changedEnd
  const latest = end - STRANGE_PACKETS
  if (end === count) stop = count
  else while (stop < latest && !isAlike(stop - 1)) stop++
  const isFound = (first === 0 || start > earliest) && (end === count || stop < latest)
  return isFound ? { first: start, end: stop } : undefined
}

type SoundCursor = { goTo(sample: number): Promise<AudioSource>; close(): void }

const SKIPPED_AT_ONCE = 8192

/** Reads one source in several pieces, each further on than the one before. */
function createCursor(source: AudioSource, startSample: number): SoundCursor {
  let at = startSample
  const read = async (channels: Float32Array[]): Promise<number> => {
    const count = await source.read(channels)
    at += count
    return count
  }
  return {
    async goTo(sample) {
      const scrap = Array.from({ length: source.channelCount }, () => new Float32Array(SKIPPED_AT_ONCE))
      while (at < sample) {
        const count = Math.min(SKIPPED_AT_ONCE, sample - at)
        if ((await read(scrap.map((samples) => samples.subarray(0, count)))) === 0) break
      }
      return { ...source, read, close: () => undefined }
    },
    close: () => source.close(),
  }
}
