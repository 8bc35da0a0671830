import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { SPRITE, TARGET, TEXTURE } from '../kernels/kernel-layout.ts'
import { createSharedMemory } from '../shared-memory.ts'
import { createCallRecord } from './call-record.ts'
import { KERNEL_USES, type KernelUse } from './kernel-uses.ts'
import { type WatchedMemory, watchMemory } from './watched-memory.ts'

/** Memory for the work of one call, and places that are written over: there it counts what is written, not where. */
const INDIFFERENT = new Set([
  'maskBars.column',
  'doublePlane.line',
  'softFill.scratch',
  'softLight.scratch',
  'drawRidges.limits',
  'drawStrokes.mask',
  'drawStrokes.marksOfRows',
  'clearMask.mask',
  'halvePlane.dst',
  'doublePlane.dst',
  'spreadOutline.out',
])

/** They draw nothing themselves: what they write follows from pixels that are told, or only says what may be left out. */
const WITHOUT_EFFECT = new Set(['hideBehind', 'findSpans', 'findOpaqueRadius', 'extendPlane'])

/** Kernels that only run while something is painted, or on pictures from files: a frame with one of them has no description. */
const UNTOLD = new Set([
  'frameToRgb',
  'sumEdges',
  'textureFromRgba',
  'textureFromAlpha',
  'blurPlane',
  'turnPlane',
  'turnPlaneOver',
  'gradePicture',
])

type Parameter = { name: string; isAddress: boolean }

const KERNELS = readKernels()

describe('a description tells every argument of every kernel', () => {
  test('all kernels are looked at', () => {
    assert.deepEqual([...KERNELS.keys()].sort(), Object.keys(KERNEL_USES).sort())
  })

  for (const [kernel, parameters] of KERNELS) {
    if (WITHOUT_EFFECT.has(kernel)) continue
    test(kernel, () => {
      const args = (changed?: number) => parameters.map((each, i) => chooseArgument(each, i, i === changed))
      const first = describeCall(kernel, args())
      assert.equal(first === null, UNTOLD.has(kernel))
      if (first === null) return
      assert.deepEqual(describeCall(kernel, args()), first)
      for (const [i, { name }] of parameters.entries()) {
        if (name === 'target' || INDIFFERENT.has(`${kernel}.${name}`)) continue
        assert.notDeepEqual(describeCall(kernel, args(i)), first, name)
      }
    })
  }
})

test('what JavaScript writes into a table counts, and the clip box of the frame', () => {
  const memory = watchMemory(createSharedMemory())
  const record = createCallRecord(memory)
  const target = memory.alloc(Object.keys(TARGET).length * 4)
  const table = memory.alloc(64)
  const bytes = memory.bytes(table, 64)
  const see = () => {
    record.begin(0).frame(target).reads(table, 64)
    record.end()
    return record.take()
  }
  const first = see()
  assert.deepEqual(see(), first)
  bytes[63] = 1
  const second = see()
  assert.notDeepEqual(second, first)
  memory.ints(target, 19)[TARGET.clipTop] = 2
  assert.notDeepEqual(see(), second)
})

/** Addresses stand for pieces with contents of their own; a changed one holds other bytes. */
type Argument = { value: number } | { piece: number; isChanged: boolean }

function chooseArgument({ isAddress }: Parameter, index: number, isChanged: boolean): Argument {
  return isAddress ? { piece: index, isChanged } : { value: isChanged ? 4 : 2 }
}

/** Where kernels that draw nothing write. */
const WRITTEN = new Set(['mask', 'dst', 'out', 'into', 'texture', 'sprite'])

/** Notes one call, and then looks at what it has written, if it has drawn nothing. */
function describeCall(kernel: string, args: readonly Argument[]): Uint8Array | null {
  const memory = watchMemory(createSharedMemory())
  const record = createCallRecord(memory)
  const target = makeTarget(memory)
  const parameters = KERNELS.get(kernel)!
  const values = args.map((arg, i) => {
    if ('value' in arg) return arg.value
    const { name } = parameters[i]!
    return name === 'target' ? target : makePiece(memory, kernel, name, arg.piece + (arg.isChanged ? 100 : 0))
  })
  const note = KERNEL_USES[kernel as keyof typeof KERNEL_USES] as (
    use: KernelUse,
    ...args: number[]
  ) => unknown
  note(record.begin(1), ...values)
  record.end()
  const isDrawn = parameters.some(({ name }) => name === 'target')
  const written = isDrawn ? -1 : parameters.findIndex(({ name }) => WRITTEN.has(name))
  if (written >= 0) {
    const { name } = parameters[written]!
    const kind = findKind(kernel, name)
    const address = values[written]!
    const use = record.begin(2).frame(target)
    if (kind === 'SPRITE') use.sprite(address)
    else if (kind === 'TEXTURE') use.texture(address)
    else use.reads(address, 0)
    record.end()
  }
  return record.take()
}

function makeTarget(memory: WatchedMemory): number {
  const address = memory.alloc(Object.keys(TARGET).length * 4)
  const record = memory.ints(address, Object.keys(TARGET).length)
  Object.assign(record, { [TARGET.height]: 4, [TARGET.strideY]: 4, [TARGET.strideC]: 2 })
  return address
}

/** What lies at an address: a picture's record, a table that JavaScript fills, or what another kernel has written. */
function findKind(kernel: string, name: string): 'SPRITE' | 'TEXTURE' | 'TABLE' | 'WRITTEN' {
  if (name === 'sprite' || name === 'other') return 'SPRITE'
  const isLight = kernel === 'softLight' && name === 'mask'
  if (isLight || ['texture', 'source', 'into'].includes(name)) return 'TEXTURE'
  return ['mask', 'outlines'].includes(name) ? 'WRITTEN' : 'TABLE'
}

function makePiece(memory: WatchedMemory, kernel: string, name: string, seed: number): number {
  const kind = findKind(kernel, name)
  const address = memory.alloc(1024)
  if (kind === 'TABLE') memory.bytes(address, 1024).fill(seed)
  if (kind === 'WRITTEN') memory.note(address, Uint8Array.of(seed))
  if (kind === 'TABLE' || kind === 'WRITTEN') return address
  const words = memory.ints(address, 16)
  words.fill(2)
  const { planeY, planeU, planeV } = kind === 'SPRITE' ? SPRITE : TEXTURE
  const planes = [planeY, planeU, planeV, ...(kind === 'SPRITE' ? [SPRITE.planeA, SPRITE.planeAC] : [])]
  for (const field of planes) {
    const plane = memory.alloc(256)
    memory.bytes(plane, 256).fill(seed)
    words[field] = plane
  }
  return address
}

/** The parameters of all kernels, out of their generated types. */
function readKernels(): Map<string, Parameter[]> {
  const source = readFileSync(new URL('../kernels/kernel-functions.ts', import.meta.url), 'utf8')
  const lines = [...source.matchAll(/^ {2}(\w+)\(([^)]*)\)/gm)]
  return new Map(
    lines.map(([, name = '', list = '']) => [
      name,
      list.split(', ').map((each) => {
        const [parameter = '', type] = each.split(': ')
        return { name: parameter, isAddress: type === 'Address' }
      }),
    ]),
  )
}
