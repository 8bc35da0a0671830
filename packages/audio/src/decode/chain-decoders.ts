import type { Frame } from 'node-av/lib'
import type { DecoderStep, NativeDecoder } from './native-decoder.ts'

/** A decoder of several files: between two of them it has to wait until the next one is open. */
export type ChainedDecoder = NativeDecoder & { prepare(): Promise<void> }

/** Opens one of the files. */
export type OpenDecoder = () => Promise<NativeDecoder>

/** Files as if they were one: frames of the next follow the last frame of the one before. One file is open at a time. */
export async function chainDecoders([first, ...others]: [
  OpenDecoder,
  ...OpenDecoder[],
]): Promise<ChainedDecoder> {
  let current = await first()
  let decodedSecs = 0
  let isBetween = false
  const { declaredSecs: _, ...info } = current.info

  return {
    info,
    async prepare() {
      const open = isBetween && others.shift()
      if (!open) return
      const next = await open()
      current.close()
      current = next
      decodedSecs = 0
      isBetween = false
    },
    skipTo() {
      throw new Error('Several files are read from their start.')
    },
    step(frame: Frame): DecoderStep {
      if (isBetween) return 'NONE'
      const step = current.step(frame)
      if (step === 'FRAME') decodedSecs += frame.nbSamples / frame.sampleRate
      if (step !== 'END') return step
      current.checkComplete(decodedSecs)
      isBetween = others.length > 0
      return isBetween ? 'NONE' : 'END'
    },
    frameSecs: (frame) => current.frameSecs(frame),
    // Each file was looked at when it ended.
    checkComplete: () => undefined,
    close: () => current.close(),
  }
}
