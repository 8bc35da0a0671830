import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, rename, stat } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { unpackPackages, unpackProgram } from './debian-packages.ts'

const runFile = promisify(execFile)

/** The analysis works at this rate; more would only cost disk. */
const SAMPLE_RATE = 22_050
const GAIN = 0.5

/** Less than this is no song. */
const MIN_BYTES = 100_000

/** A score that the synth cannot play. */
export class UnplayableError extends Error {}

/** Plays MIDI files through a soft synth into WAV files. */
export type MidiPlayer = (midiPath: string, name: string) => Promise<string>

/** FluidSynth with Debian's General MIDI sounds; what was played once is kept. */
export async function createMidiPlayer(cacheFolder: string): Promise<MidiPlayer> {
  const root = await unpackPackages(cacheFolder, ['fluid-soundfont-gm'])
  const synth = await unpackProgram(cacheFolder, 'fluidsynth')
  const sounds = path.join(root, 'usr/share/sounds/sf2/FluidR3_GM.sf2')
  const folder = path.join(cacheFolder, 'sound')
  await mkdir(folder, { recursive: true })
  return async (midiPath, name) => {
    const wav = path.join(folder, `${name}.wav`)
    if (existsSync(wav)) return wav
    const draft = path.join(folder, `${name}.${process.pid}.draft.wav`)
    const args = ['-ni', '-q', '-r', `${SAMPLE_RATE}`, '-g', `${GAIN}`, '-F', draft, sounds, midiPath]
    await runFile(synth.file, args, { env: { ...process.env, ...synth.env } })
    if ((await stat(draft)).size < MIN_BYTES) throw new UnplayableError('FluidSynth plays nothing of it')
    await rename(draft, wav)
    return wav
  }
}
