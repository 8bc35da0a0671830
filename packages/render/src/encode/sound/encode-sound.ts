import type { AudioSource } from '@songreel/audio'
import { chooseGain, type Fades, type Mastering, masterSource, planFades } from '@songreel/audio/engine'
import type { ExcerptRange, LoudnessTarget } from '../../plan/render-plan.ts'
import type { AudioCodec } from '../codecs/codec.ts'
import {
  type AudioEncoder,
  type AudioPacket,
  createAudioEncoder,
  OUTPUT_SAMPLE_RATE,
  openAudioEncoder,
} from './audio-encoder.ts'
import { findWorst, lowerSound } from './lower-sound.ts'
import { createOvershootFinder, findOvershoots, type Overshoot } from './overshoots.ts'
import { openShelf, type PacketShelf } from './packet-shelf.ts'
import { patchPackets } from './patch-packets.ts'

/** What platforms ask for: a louder peak may clip when they convert the file once more. */
export const MAX_TRUE_PEAK_DBTP = -1

/** True-peak meters differ by this much, because each interpolates at other points between the samples. */
const METER_MARGIN_DB = 0.2

/** What is louder than this after the codec is lowered. */
const LIMIT_DBTP = MAX_TRUE_PEAK_DBTP - METER_MARGIN_DB

/**
 * A lossy codec changes the waves, and so their peaks: by -0.1 to +0.6 dB in three songs of four, by up to 1.5 dB in the others
 * (docs/decisions/0005-sound.md). So much is left to begin with; what is above it is found by measuring, and taken away.
 */
const CODEC_ROOM_DB = 0.6

/** A codec that adds more than this at once would do so again: then its calm options are tried. */
const MOST_EXCESS_DB = 1.5
const USUAL_ATTEMPTS = 6
const CALM_ATTEMPTS = 6

/** Sound encoded at once, so that a cancel is seen between. */
const STRETCH_SECS = 10

/** Packets of this size in all are kept while they are measured; about ten minutes. Longer sound is encoded once more instead. */
const MAX_KEPT_BYTES = 20 * 1024 ** 2

/** The part of a song, or of songs as if they were one, that is played in a video. */
export type VideoSound = {
  /** Opens it at the rate of all outputs, between seconds of the song; outside of it there is silence. */
  open(range: ExcerptRange, signal: AbortSignal | undefined): Promise<AudioSource>
  /** SHA-256 of the song; unset: its packets are not kept for later. */
  songSha256?: string
  excerpt: ExcerptRange
  songSecs: number
  loudness: LoudnessTarget
  /** How it begins and ends. Unset: faded where it was cut out of the song. */
  fades?: Fades
  /** Where the packets of very long sound are kept while they are measured; unset: such sound is encoded once more instead. */
  shelfFile?: string
}

/** The sound of a video that lasts `durationSecs`. */
export type SoundInput = {
  sound: VideoSound
  codec: AudioCodec
  durationSecs: number
  signal?: AbortSignal
  /** Told how much of it was read, by all attempts together: long sound takes minutes. */
  onRead?: (secs: number) => void
}

/** Encodes an excerpt: faded where it was cut, at the wanted loudness, and with its true peak held after the codec, not before it. */
export async function encodeSound(given: SoundInput): Promise<AudioEncoder> {
  const { onRead } = given
  const input = onRead ? { ...given, onRead: addUp(onRead) } : given
  const mastering = await planMastering(input)
  if (input.codec.bitRate === null) return openEncoder(input, mastering)
  const usual = await settlePeak(input, mastering, { attempts: USUAL_ATTEMPTS, mostExcessDb: MOST_EXCESS_DB })
  if (usual.isHeld || !input.codec.calmOptions) return usual.take()
  usual.encoder.free()
  const codec = { ...input.codec, options: input.codec.calmOptions }
  const patience = { attempts: CALM_ATTEMPTS, mostExcessDb: Number.POSITIVE_INFINITY }
  return (await settlePeak({ ...input, codec }, mastering, patience)).take()
}

/** Tells the sum, about once for every second of sound. */
function addUp(tell: (secs: number) => void): (secs: number) => void {
  let sum = 0
  let told = 0
  return (secs) => {
    sum += secs
    if (sum - told < 1) return
    told = sum
    tell(sum)
  }
}

type SettledSound = { encoder: AudioEncoder; isHeld: boolean; take(): Promise<AudioEncoder> }

/** Lowers the sound where the codec adds too much, until nothing is too high or the attempts are used up. */
async function settlePeak(
  input: SoundInput,
  wanted: Mastering,
  { attempts, mostExcessDb }: { attempts: number; mostExcessDb: number },
): Promise<SettledSound> {
  let mastering = wanted
  let trial = await tryOut(input, mastering)
  for (let attempt = 1; ; attempt++) {
    const { encoder, overshoots, kept } = trial
    const isHeld = overshoots.length === 0
    if (isHeld || attempt === attempts || findWorst(overshoots) > mostExcessDb) {
      const settled = mastering
      const encodeAgain = () => {
        encoder.free()
        return openEncoder(input, settled)
      }
      return { encoder, isHeld, take: async () => (kept ? replay(encoder, kept) : encodeAgain()) }
    }
    const lowered = lowerSound(mastering, overshoots, input.durationSecs)
    trial = await tryAgain(input, trial, { before: mastering, now: lowered })
    mastering = lowered
  }
}

type Remastering = { before: Mastering; now: Mastering }

/** Where only dips are new, the rest of the packets stays. */
async function tryAgain(input: SoundInput, trial: Trial, { before, now }: Remastering): Promise<Trial> {
  const { encoder, kept } = trial
  try {
    const packets =
      kept && now.ceilingDbtp === before.ceilingDbtp
        ? await patchPackets({
            codec: input.codec,
            packets: kept,
            dips: now.dips.slice(before.dips.length),
            openSource: (leadSecs) => openMastered(input, now, leadSecs),
          })
        : undefined
    if (packets)
      return { encoder, kept: packets, overshoots: findOvershoots(encoder.context, packets, LIMIT_DBTP) }
  } catch (error) {
    encoder.free()
    throw error
  }
  encoder.free()
  return tryOut(input, now)
}

async function planMastering(input: SoundInput): Promise<Mastering> {
  const { codec, durationSecs, sound } = input
  const fades = fadeSound(sound, durationSecs)
  const roomDb = METER_MARGIN_DB + (codec.bitRate === null ? 0 : CODEC_ROOM_DB)
  const held = { fades, ceilingDbtp: MAX_TRUE_PEAK_DBTP - roomDb, dips: [] }
  if (sound.loudness === 'ORIGINAL') return { ...held, gainDb: 0 }
  return { ...held, gainDb: await chooseGain(() => openPart(input, 0), sound.loudness, held) }
}

/** How the sound of a video that lasts so long begins and ends. */
export function fadeSound({ excerpt, songSecs, fades }: VideoSound, durationSecs: number): Fades {
  return fades ?? planFades({ startSecs: excerpt.startSecs, durationSecs, songSecs })
}

async function openPart(
  { sound, durationSecs, signal, onRead }: SoundInput,
  leadSecs: number,
): Promise<AudioSource> {
  const { startSecs } = sound.excerpt
  const range = { startSecs: startSecs - leadSecs, endSecs: startSecs + durationSecs }
  const source = await sound.open(range, signal)
  if (!onRead) return source
  return {
    ...source,
    async read(channels) {
      const count = await source.read(channels)
      onRead(count / OUTPUT_SAMPLE_RATE)
      return count
    },
  }
}

function openEncoder(input: SoundInput, mastering: Mastering): Promise<AudioEncoder> {
  const { codec, durationSecs } = input
  const openSource = (leadSecs: number) => openMastered(input, mastering, leadSecs)
  return createAudioEncoder({ codec, durationSecs, openSource })
}

async function openMastered(input: SoundInput, mastering: Mastering, leadSecs: number): Promise<AudioSource> {
  return masterSource(await openPart(input, leadSecs), -Math.round(leadSecs * OUTPUT_SAMPLE_RATE), mastering)
}

type Trial = {
  encoder: AudioEncoder
  overshoots: Overshoot[]
  /** Null: too long to be kept. */
  kept: AudioPacket[] | null
}

async function tryOut(input: SoundInput, mastering: Mastering): Promise<Trial> {
  const encoder = await openEncoder(input, mastering)
  const finder = createOvershootFinder(encoder.context, LIMIT_DBTP)
  const shelf = openShelf(input.sound.shelfFile, MAX_KEPT_BYTES)
  try {
    const overshoots: Overshoot[] = []
    for (let secs = 0; secs < input.durationSecs; ) {
      secs += STRETCH_SECS
      const packets = await encoder.encodeUntil(secs < input.durationSecs ? secs : Number.POSITIVE_INFINITY)
      overshoots.push(...finder.find(packets))
      shelf.add(packets)
    }
    return { encoder: { ...encoder, free: freeBoth(encoder, shelf) }, overshoots, kept: shelf.take() }
  } catch (error) {
    encoder.free()
    shelf.close()
    throw error
  } finally {
    finder.free()
  }
}

/** What was kept is read as long as the encoder is there. */
function freeBoth(encoder: AudioEncoder, shelf: PacketShelf): () => void {
  return () => {
    encoder.free()
    shelf.close()
  }
}

/** An encoder that only hands out packets, which were kept from before. */
export function playKept({ codec }: SoundInput, packets: AudioPacket[]): AudioEncoder {
  const context = openAudioEncoder(codec)
  return replay({ context, encodeUntil: async () => [], free: () => context.freeContext() }, packets)
}

/** Hands out packets that are there already. */
function replay({ context, free }: AudioEncoder, packets: AudioPacket[]): AudioEncoder {
  let left = packets
  return {
    context,
    async encodeUntil(secs) {
      const later = left.findIndex(({ pts }) => pts >= secs * OUTPUT_SAMPLE_RATE)
      const ready = later < 0 ? left : left.slice(0, later)
      left = left.slice(ready.length)
      return ready
    },
    free,
  }
}
