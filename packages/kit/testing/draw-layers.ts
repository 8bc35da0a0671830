import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import type { LayerSupplies } from '../src/compose/clip-decoder.ts'
import { createScene, type Scene, type SceneForm } from '../src/compose/create-scene.ts'
import type { Layer } from '../src/compose/layer.ts'
import type { Planes } from '../src/compose/planes.ts'
import type { Stage } from '../src/compose/stage.ts'
import { paint } from '../src/layers/paint.ts'
import { sprite } from '../src/layers/sprite.ts'

/** A small frame that is no multiple of 16: tails and edges are always at work. */
export const SMALL = { size: { width: 150, height: 86 }, fps: 30, frameCount: 60 }

/** A copy of the visible part of a drawn frame, so that the next draw does not change it. */
export type Shot = { y: Uint8Array; u: Uint8Array; v: Uint8Array; width: number; height: number }

/** Cuts the padding off and copies. */
export function shoot({ width, height, y, u, v, strideY, strideC }: Planes): Shot {
  const cut = (plane: Uint8Array, stride: number, columns: number, rows: number) => {
    const out = new Uint8Array(columns * rows)
    for (let row = 0; row < rows; row++) {
      out.set(plane.subarray(row * stride, row * stride + columns), row * columns)
    }
    return out
  }
  return {
    width,
    height,
    y: cut(y, strideY, width, height),
    u: cut(u, strideC, width / 2, height / 2),
    v: cut(v, strideC, width / 2, height / 2),
  }
}

/** Draws one frame of some layers. */
export async function drawLayers(
  layers: readonly Layer[],
  frameIndex = 0,
  form: SceneForm & LayerSupplies = SMALL,
): Promise<Shot> {
  const scene = await createScene(layers, form)
  const shot = shoot(scene.draw(frameIndex))
  scene.close()
  return shot
}

/** A full-frame sprite of one colour, or of whatever is drawn. */
export function ground(fill: string | ((ctx: SKRSContext2D) => void), { size } = SMALL): Layer {
  const box = { x: 0, y: 0, ...size }
  return sprite(
    paint(box, (ctx) => {
      if (typeof fill === 'function') return fill(ctx)
      ctx.fillStyle = fill
      ctx.fillRect(0, 0, size.width, size.height)
    }),
  )
}

/** What the planes should hold for a picture drawn by Canvas 2D alone: exact numbers. */
export function canvasPlanes(draw: (ctx: SKRSContext2D) => void, { size } = SMALL) {
  const { width, height } = size
  const canvas = createCanvas(width, height)
  const ctx = canvas.getContext('2d')
  ctx.fillStyle = '#000000'
  ctx.fillRect(0, 0, width, height)
  draw(ctx)
  const pixels = canvas.data()
  const at = (x: number, y: number) => {
    const o = (y * width + Math.max(0, x)) * 4
    return [pixels[o]!, pixels[o + 1]!, pixels[o + 2]!] as const
  }
  const y = new Float64Array(width * height)
  const u = new Float64Array((width * height) / 4)
  const v = new Float64Array((width * height) / 4)
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const [r, g, b] = at(column, row)
      y[row * width + column] = 16 + 0.182586 * r + 0.614231 * g + 0.062007 * b
    }
  }
  for (let row = 0; row < height / 2; row++) {
    for (let column = 0; column < width / 2; column++) {
      const mean = [0, 0, 0]
      for (const [dx, weight] of [
        [-1, 1],
        [0, 2],
        [1, 1],
      ] as const) {
        for (const dy of [0, 1]) {
          const pixel = at(column * 2 + dx, row * 2 + dy)
          for (let c = 0; c < 3; c++) mean[c]! += (pixel[c]! * weight) / 8
        }
      }
      const [r, g, b] = mean as [number, number, number]
      u[(row * width) / 2 + column] = 128 - 0.100644 * r - 0.338572 * g + 0.439216 * b
      v[(row * width) / 2 + column] = 128 + 0.439216 * r - 0.398942 * g - 0.040274 * b
    }
  }
  return { y, u, v }
}

/** The largest difference between two planes. */
export function worst(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let most = 0
  for (let i = 0; i < a.length; i++) most = Math.max(most, Math.abs(a[i]! - b[i]!))
  return most
}

/** The mean difference between two planes. */
export function typical(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += Math.abs(a[i]! - b[i]!)
  return sum / a.length
}

/** Hands out the stage that a scene is built on. */
export async function openStage(form = SMALL): Promise<{ stage: Stage; scene: Scene }> {
  let stage: Stage | undefined
  const spy: Layer = {
    kind: 'spy',
    mount: (given) => {
      stage = given
      return { isStill: true, draw: () => undefined }
    },
  }
  const scene = await createScene([spy], form)
  return { stage: stage!, scene }
}

/** The same layer, drawn at full resolution even if it is soft. */
export function unsoftened(layer: Layer): Layer {
  return {
    ...layer,
    mount: (stage) => {
      const { soft: _, ...rest } = layer.mount(stage)
      return rest
    },
  }
}

/** The same layer without its promise to cover anything. */
export function uncovering(layer: Layer): Layer {
  return {
    ...layer,
    mount: (stage) => {
      const { occlusion: _, ...rest } = layer.mount(stage)
      return rest
    },
  }
}
