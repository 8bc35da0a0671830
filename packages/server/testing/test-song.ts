const SAMPLE_RATE = 22_050
const HEADER_BYTES = 44

/** A short WAV with a beat in it, so that there is something to hear and to see. */
export function makeTestSong(secs = 4): Uint8Array {
  const samples = new Int16Array(SAMPLE_RATE * secs)
  for (let index = 0; index < samples.length; index++) {
    const time = index / SAMPLE_RATE
    const sinceBeat = time % 0.5
    const kick = Math.sin(2 * Math.PI * 60 * sinceBeat) * Math.exp(-sinceBeat * 12)
    const tone = Math.sin(2 * Math.PI * 220 * time) * 0.2
    samples[index] = Math.round((kick * 0.6 + tone) * 30_000)
  }
  return Buffer.concat([headerOf(samples.byteLength), Buffer.from(samples.buffer)])
}

/** RIFF header of 16-bit mono PCM. */
function headerOf(dataBytes: number): Buffer {
  const header = Buffer.alloc(HEADER_BYTES)
  header.write('RIFF', 0)
  header.writeUInt32LE(HEADER_BYTES - 8 + dataBytes, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(SAMPLE_RATE, 24)
  header.writeUInt32LE(SAMPLE_RATE * 2, 28)
  header.writeUInt16LE(2, 32)
  header.writeUInt16LE(16, 34)
  header.write('data', 36)
  header.writeUInt32LE(dataBytes, 40)
  return header
}
