import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { defineTemplate, type Layer, paint, sprite, z } from '@songreel/kit'

const TROUBLES = ['THROW', 'HANG', 'CRASH', 'HOARD', 'HOARD_OBJECTS', 'EXIT', 'SWAP_SONG'] as const

/** A template that waits for a file, or does what no template should, in the middle of a video. */
export const template = defineTemplate({
  contentId: 'TEST_UNRULY',
  title: 'Unruly',
  description: 'Waits, throws, hangs, crashes, hoards memory or changes the song when told to.',
  requiredData: z.object({
    trouble: z.enum(TROUBLES).optional(),
    isInSetup: z.boolean().optional(),
    waitForFile: z.string().optional(),
  }),
  defaults: { excerpt: { kind: 'WHOLE' } },

  setup({ size, data, frameCount }) {
    if (data.trouble && data.isInSetup) makeTrouble(data.trouble)
    const side = size.height / 2
    const dot = paint({ x: 0, y: 0, width: side, height: side }, (ctx) => {
      ctx.fillStyle = '#f0c040'
      ctx.fillRect(0, 0, side, side)
    })
    const unruly: Layer = {
      kind: 'unruly',
      mount: () => ({
        isStill: false,
        draw: (frame) => {
          if (frame.index === 5 && data.waitForFile) waitForFile(data.waitForFile)
          if (frame.index === 5 && data.trouble) makeTrouble(data.trouble)
          if (frame.index === frameCount - 1 && data.trouble === 'SWAP_SONG') delaySong()
        },
      }),
    }
    return [sprite(dot, { x: (frame) => frame.position * size.width * 0.5 }), unruly]
  },
})

const WATCH = `
  const { workerData: { file, flag } } = require('node:worker_threads')
  const timer = setInterval(() => {
    if (!require('node:fs').existsSync(file)) return
    clearInterval(timer)
    Atomics.store(flag, 0, 1)
    Atomics.notify(flag, 0)
  }, 20)`

/** A render may not look at files outside of its folder; a thread without Node's permissions may, where the system lets it. */
function waitForFile(file: string): void {
  const flag = new Int32Array(new SharedArrayBuffer(4))
  new Worker(WATCH, { eval: true, execArgv: [], workerData: { file, flag } })
  Atomics.wait(flag, 0, 0)
}

function makeTrouble(trouble: (typeof TROUBLES)[number]): void {
  if (trouble === 'THROW') throw new TypeError('canary: cannot read /inner/path/of/ours')
  if (trouble === 'CRASH') process.kill(process.pid, 'SIGSEGV')
  if (trouble === 'EXIT') process.exit(3)
  const hoard: unknown[] = []
  while (trouble === 'HANG' || trouble === 'HOARD' || trouble === 'HOARD_OBJECTS') {
    if (trouble === 'HOARD_OBJECTS') hoard.push(Array.from({ length: 1 << 16 }, (_, i) => ({ i })))
    if (trouble === 'HOARD') hoard.push(new Uint8Array(16 << 20).fill(1))
  }
}

const WAV_HEADER_BYTES = 44

/** Once the sound is encoded the song is exchanged for one that starts later: the check of the output hears it. */
function delaySong(): void {
  sleep(1500)
  const lent = join(tmpdir(), 'lent')
  // A frame may be drawn more than once.
  if (existsSync(`${lent}-before`)) return
  const files = readdirSync(lent, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const paths = files.map(({ parentPath, name }) => join(parentPath, name))
  const path = paths.find((file) => readFileSync(file).subarray(0, 4).toString() === 'RIFF')!
  const song = readFileSync(path)
  const late = Buffer.alloc(4410)
  const sound = song.subarray(WAV_HEADER_BYTES, song.length - late.length)
  // What is lent cannot be changed, but another folder can take its place.
  renameSync(lent, `${lent}-before`)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, Buffer.concat([song.subarray(0, WAV_HEADER_BYTES), late, sound]))
}

function sleep(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}
