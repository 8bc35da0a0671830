import type { Json, Lottie } from '../src/lottie/lottie-file.ts'

const still = (k: unknown) => ({ a: 0, k })
/** From one value to another between two frames, and at even speed. */
const moves = (from: readonly number[], to: readonly number[], frames: number) => ({
  a: 1,
  k: [
    { t: 0, s: from, i: { x: [1], y: [1] }, o: { x: [0], y: [0] } },
    { t: frames, s: to },
  ],
})

const FRAMES = 60

/** A layer at a place of the animation; `ks` is what else moves it. */
export function aLayer(
  layer: Json,
  { x = 100, y = 100, ks = {} }: { x?: number; y?: number; ks?: Json } = {},
): Json {
  return {
    ddd: 0,
    sr: 1,
    ip: 0,
    op: FRAMES,
    st: 0,
    bm: 0,
    ...layer,
    ks: {
      o: still(100),
      r: still(0),
      p: still([x, y, 0]),
      a: still([0, 0, 0]),
      s: still([100, 100, 100]),
      ...ks,
    },
  }
}

/** A square that turns once, in a colour by the slot `accent` and the fill `Main`. */
export function aSquare(nm = 'Square'): Json {
  const tr = {
    ty: 'tr',
    p: still([0, 0]),
    a: still([0, 0]),
    s: still([100, 100]),
    r: still(0),
    o: still(100),
  }
  const it = [
    { ty: 'rc', nm: 'Path', d: 1, s: still([80, 80]), p: still([0, 0]), r: still(0) },
    { ty: 'fl', nm: 'Main', c: { sid: 'accent', ...still([1, 0, 0, 1]) }, o: still(100), r: 1 },
    tr,
  ]
  return aLayer(
    { ty: 4, nm, shapes: [{ ty: 'gr', nm: 'Group', it }] },
    { ks: { r: moves([0], [180], FRAMES) } },
  )
}

/** A text whose letters are not in the file. */
export function aText(t: string, nm = 'Title'): Json {
  const document = { s: 20, f: 'Sofia-Bold', t, j: 2, tr: 0, lh: 24, ls: 0, fc: [1, 1, 1] }
  return aLayer(
    { ty: 5, nm, t: { d: { k: [{ s: document, t: 0 }] }, p: {}, m: { g: 1, a: still([0, 0]) }, a: [] } },
    { y: 180 },
  )
}

/** A picture that stands outside of the file. */
export function aPicture(nm = 'Cover'): Json {
  return aLayer({ ty: 2, nm, refId: 'art' }, { x: 20, y: 20 })
}

/** Two seconds: a square that turns, its colour by a slot. */
export function aLottie(changes: Json = {}): Lottie {
  return {
    v: '5.7.0',
    nm: 'Spark',
    fr: 30,
    ip: 0,
    op: FRAMES,
    w: 200,
    h: 200,
    ddd: 0,
    assets: [],
    layers: [aSquare()],
    ...changes,
  } as Lottie
}

/** One that has everything that can be bound: a text, a colour, and a picture outside of the file. */
export function aBoundLottie(): Lottie {
  return aLottie({
    assets: [{ id: 'art', w: 60, h: 60, u: 'images/', p: 'art.png', e: 0 }],
    fonts: { list: [{ fName: 'Sofia-Bold', fFamily: 'Sofia', fStyle: 'Bold', ascent: 75 }] },
    layers: [aText('TITLE'), aPicture(), aSquare()],
  })
}
