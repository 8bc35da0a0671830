import { writeFile } from 'node:fs/promises'
import type { Pcm } from '../pcm.ts'

const HEADER_BYTES = 44
const BYTES_PER_SAMPLE = 2

/** Writes sound as a 16-bit WAV file. */
export async function writeWav(pcm: Pcm, path: string): Promise<void> {
  await writeFile(path, encodeWav(pcm))
}

/** The bytes of a 16-bit WAV file. */
export function encodeWav({ sampleRate, channels }: Pcm): Buffer {
  const blockBytes = channels.length * BYTES_PER_SAMPLE
  const sampleCount = channels[0]?.length ?? 0
  const dataBytes = sampleCount * blockBytes
  const wav = Buffer.alloc(HEADER_BYTES + dataBytes)
  wav.write('RIFF', 0, 'latin1')
  wav.writeUInt32LE(HEADER_BYTES - 8 + dataBytes, 4)
  wav.write('WAVEfmt ', 8, 'latin1')
  wav.writeUInt32LE(16, 16)
  wav.writeUInt16LE(1, 20)
  wav.writeUInt16LE(channels.length, 22)
  wav.writeUInt32LE(sampleRate, 24)
  wav.writeUInt32LE(sampleRate * blockBytes, 28)
  wav.writeUInt16LE(blockBytes, 32)
  wav.writeUInt16LE(8 * BYTES_PER_SAMPLE, 34)
  wav.write('data', 36, 'latin1')
  wav.writeUInt32LE(dataBytes, 40)
  channels.forEach((samples, channel) => {
    for (let i = 0; i < sampleCount; i++) {
      const value = Math.round(Math.max(-1, Math.min(1, samples[i]!)) * 32_767)
      wav.writeInt16LE(value, HEADER_BYTES + i * blockBytes + channel * BYTES_PER_SAMPLE)
    }
  })
  return wav
}
