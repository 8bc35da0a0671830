import type { Json } from '../src/lottie/lottie-file.ts'
import { aLayer, aLottie, aSquare } from './sample-lottie.ts'

const still = (k: unknown) => ({ a: 0, k })

function withItems(...items: Json[]): Json {
  return aLottie({ layers: [aLayer({ ty: 4, shapes: [{ ty: 'gr', it: items }] })] })
}

const DOT = { ty: 'el', s: still([20, 20]), p: still([0, 0]) }
const FILL = { ty: 'fl', c: still([1, 0, 0, 1]), o: still(100) }
const MOVED = {
  p: still([3, 3]),
  a: still([0, 0]),
  s: still([101, 101]),
  r: still(1),
  so: still(100),
  eo: still(100),
}

function nest(depth: number, inside: Json): Json {
  return depth === 0 ? inside : { ty: 'gr', it: [nest(depth - 1, inside), FILL] }
}

/** Compositions of which each shows the next one ten times. */
function laughs(count: number): Json {
  const assets = Array.from({ length: count }, (_, i) => ({
    id: `c${i}`,
    layers:
      i === count - 1
        ? [aSquare()]
        : Array.from({ length: 10 }, () => aLayer({ ty: 0, refId: `c${i + 1}`, w: 200, h: 200 })),
  }))
  return aLottie({ assets, layers: [aLayer({ ty: 0, refId: 'c0', w: 200, h: 200 })] })
}

/** Animations that nobody would draw, each by what is odd in it. */
export const HOSTILE_LOTTIES: Record<string, () => unknown> = {
  'groups inside of groups': () => withItems(nest(12, DOT)),
  'groups far too deep': () => withItems(nest(400, DOT)),
  'a hundred million copies': () =>
    withItems(DOT, { ty: 'rp', c: still(1e8), o: still(0), m: 1, tr: MOVED }, FILL),
  'copies of copies of copies': () =>
    withItems(
      DOT,
      ...Array.from({ length: 6 }, () => ({ ty: 'rp', c: still(500), o: still(0), m: 1, tr: MOVED })),
      FILL,
    ),
  'a stroke of a million points': () =>
    withItems(DOT, { ty: 'st', c: still([1, 0, 0, 1]), o: still(100), w: still(1e6) }),
  'dashes of nothing': () =>
    withItems(DOT, {
      ty: 'st',
      c: still([1, 0, 0, 1]),
      o: still(100),
      w: still(2),
      d: [
        { n: 'd', v: still(1e-6) },
        { n: 'g', v: still(1e-6) },
      ],
    }),
  'a star of a billion points': () =>
    withItems(
      {
        ty: 'sr',
        sy: 1,
        pt: still(1e9),
        p: still([0, 0]),
        r: still(0),
        or: still(90),
        os: still(0),
        ir: still(40),
        is: still(0),
      },
      FILL,
    ),
  'a side of a billion': () => aLottie({ w: 1e9 }),
  'an hour': () => aLottie({ op: 30 * 3600 }),
  'a thousand pictures a second': () => aLottie({ fr: 1000 }),
  'no pictures a second': () => aLottie({ fr: 0 }),
  'a number that is none': () => aLottie({ op: Number.NaN }),
  'an endless number inside': () => withItems({ ...DOT, s: still([Number.POSITIVE_INFINITY, 1]) }, FILL),
  'a parent that is its child': () => aLottie({ layers: [aLayer({ ...aSquare(), ind: 1, parent: 1 })] }),
  'parents in a circle': () =>
    aLottie({ layers: [1, 2, 3].map((ind) => ({ ...aSquare(), ind, parent: (ind % 3) + 1 })) }),
  'a composition in itself': () =>
    aLottie({
      assets: [{ id: 'a', layers: [aLayer({ ty: 0, refId: 'a', w: 9, h: 9 })] }],
      layers: [aLayer({ ty: 0, refId: 'a', w: 9, h: 9 })],
    }),
  'compositions in a circle': () =>
    aLottie({
      assets: ['a', 'b'].map((id) => ({
        id,
        layers: [aLayer({ ty: 0, refId: id === 'a' ? 'b' : 'a', w: 9, h: 9 })],
      })),
      layers: [aLayer({ ty: 0, refId: 'a', w: 9, h: 9 })],
    }),
  'ten to the eighth squares': () => laughs(8),
  'a thousand squares': () => laughs(4),
  'two thousand layers': () => aLottie({ layers: Array.from({ length: 2000 }, () => aSquare()) }),
  'nine hundred layers': () => aLottie({ layers: Array.from({ length: 900 }, () => aSquare()) }),
  'a matte of nothing': () => aLottie({ layers: [{ ...aSquare(), tt: 1 }] }),
  expressions: () => withItems({ ...DOT, s: { ...still([20, 20]), x: 'while (true) {}' } }, FILL),
  'keys out of order': () =>
    withItems(
      {
        ...DOT,
        s: {
          a: 1,
          k: [
            { t: 50, s: [9, 9] },
            { t: 10, s: [90, 90] },
            { t: -1e8, s: [0, 0] },
          ],
        },
      },
      FILL,
    ),
  'a path of words': () =>
    withItems({ ty: 'sh', ks: still({ v: ['a', null], i: [], o: [7], c: true }) }, FILL),
  'layers that are none': () => ({ ...aLottie(), layers: [null, 7, 'x'] }),
  'a scale of a billion': () =>
    aLottie({ layers: [aLayer({ ...aSquare() }, { ks: { s: still([1e9, 1e9, 100]) } })] }),
  'a name of its prototype': () =>
    JSON.parse('{"__proto__": {"layers": []}, "w": 9, "h": 9, "fr": 30, "ip": 0, "op": 9}'),
}
