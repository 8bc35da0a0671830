import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ClipFile } from '../compose/clip-file.ts'
import type { Box, Size } from '../geometry.ts'
import { contrast, hexToOklch } from '../paint/colour.ts'
import type { Palette } from '../paint/palette.ts'
import { placeOnFilm, type Wanted } from './place-on-film.ts'
import { measureBusy, type ShotView } from './shot-view.ts'

const FRAME = { width: 1080, height: 1920 }
const SAFE = { x: 65, y: 270, width: 875, height: 1170 }
const PALETTE = {
  grounds: ['#c04030', '#203040'],
  text: '#f8f4f0',
  isMonochrome: false,
  hasBrandGround: false,
} as unknown as Palette
const LARGE = { width: 700, height: 300 }
const TEXT: Wanted = { sizes: [LARGE], fromSecs: 0, toSecs: 1 }

test('type stands on no face, and below what there is to see where both are free', () => {
  const at = (view: ShotView) => place(view).box
  assert.equal(at(show({ grey: 60 })).y, SAFE.y + SAFE.height - LARGE.height)
  const low = at(show({ grey: 60, faces: [{ x: 0.1, y: 0.55, width: 0.6, height: 0.25 }] }))
  assert.ok(low.y + low.height < 0.6 * FRAME.height, `${low.y}`)
  const high = at(show({ grey: 60, faces: [{ x: 0.2, y: 0.12, width: 0.5, height: 0.25 }] }))
  assert.ok(high.y > 0.38 * FRAME.height)
})

test("type stands on no animal's eyes, which nobody takes for a face: dark spots with light around them", () => {
  for (const [row, isOnEyes] of [
    [10, (y: number) => y + LARGE.height > 10 * CELL],
    [3, (y: number) => y < 4 * CELL],
  ] as const) {
    const eyes = [row * 9 + 3, row * 9 + 5]
    const { box } = place(show({ grey: 150, spots: eyes }))
    assert.ok(!isOnEyes(box.y), `${box.y} for eyes in row ${row}`)
  }
})

test('type is smaller where only that leaves a face free, and as large as it goes where nothing is hidden', () => {
  const sizes: Wanted['sizes'] = [
    { width: 700, height: 1100 },
    { width: 500, height: 400 },
  ]
  const face = { x: 0.1, y: 0.15, width: 0.6, height: 0.3 }
  const sizeOn = (view: ShotView) => placeAll(view, [{ ...TEXT, sizes }]).placed[0]!.size
  assert.equal(sizeOn(show({ grey: 60 })), 0)
  assert.equal(sizeOn(show({ grey: 60, faces: [face] })), 1)
})

test('what has only one place on the film stands there, and beside the film where that is not clean', () => {
  const box = { x: SAFE.x, y: SAFE.y, ...LARGE }
  const window = { x: 0, y: 900, width: 1080, height: 1020 }
  const placeAt = (view: ShotView) =>
    placeAll(view, [{ ...TEXT, beside: { box, window }, at: box }]).placed[0]!
  const calm = placeAt(show({ grey: 60 }))
  assert.deepEqual([calm.box, calm.window], [box, undefined])
  // Below it all is free, where a line would stand.
  const face = placeAt(show({ grey: 60, faces: [{ x: 0.2, y: 0.16, width: 0.5, height: 0.2 }] }))
  assert.deepEqual([face.box, face.window], [box, window])
})

test('a line that goes on after a cut stays where it is, but on no face', () => {
  const high = { x: 0.1, y: 0.12, width: 0.6, height: 0.25 }
  const low = { x: 0.1, y: 0.5, width: 0.6, height: 0.25 }
  const follow = (second: Box[]) => {
    const [one, two] = [show({ grey: 60, faces: [low] }), show({ grey: 60, faces: second })]
    const next = { ...two, shot: { ...two.shot, startFrame: 30, endFrame: 60 } }
    const wanted = [TEXT, { ...TEXT, fromSecs: 1, toSecs: 2, goesOn: true }]
    return placeOnFilm(wanted, { ...SCENE, views: [one, next] }).placed.map(({ box }) => box.y)
  }
  const [first, calm] = follow([])
  assert.equal(calm, first)
  const [, moved] = follow([high])
  assert.ok(moved! > first!)
})

test('forehead and hair belong to a face, and hiding a mouth is worse', () => {
  const measure = measureBusy(show({ grey: 60, faces: [{ x: 0.2, y: 0.4, width: 0.6, height: 0.3 }] }))
  const hide = (y: number) => measure({ x: 0, y: y * FRAME.height, width: FRAME.width, height: 100 }).face
  assert.equal(hide(0.17), 0)
  const [hair, forehead, mouth] = [hide(0.26), hide(0.34), hide(0.6)]
  assert.ok(hair > 0 && hair < forehead && forehead < mouth, `${hair}, ${forehead}, ${mouth}`)
})

test('type keeps its ink where a piece of a clip goes on, nearer, and not where another one begins', () => {
  const inksOf = (fromSecs: number) => {
    const [one, two] = [show({ grey: 235 }), show({ grey: 40 })]
    const next = { ...two, shot: { ...two.shot, startFrame: 30, endFrame: 60, fromSecs } }
    const { inks } = placeOnFilm([{ ...TEXT, toSecs: 2 }], { ...SCENE, views: [one, next] })
    return inks.map(({ type }) => isDark(type))
  }
  assert.deepEqual(inksOf(1), [false, false])
  assert.deepEqual(inksOf(7), [true, false])
})

test('what closes a film stands on one tone of the cover, on which its type can be read', () => {
  const { ground } = placeAll(show({ grey: 60 }), [TEXT])
  assert.ok(contrast(ground.type, ground.veil) >= 7)
  assert.ok(Math.abs(hexToOklch(ground.veil).hue - hexToOklch('#c04030').hue) < 0.2)
})

test('a dark picture needs no shade, a white one dark type, and one with both as much as it takes', () => {
  const shadeOf = (grey: number, darkest = grey) => {
    const found = place(show({ grey, darkest }))
    return { amount: found.shades.get(0)!, type: found.type }
  }
  assert.equal(shadeOf(40).amount, 0)
  const [white, both] = [shadeOf(235), shadeOf(235, 20)]
  assert.ok(white.amount < 0.12 && isDark(white.type), white.type)
  assert.ok(both.amount > 0.4 && both.amount < 0.8 && !isDark(both.type))
})

test('a picture that nobody has looked at is taken for a white one', () => {
  const view = show({ grey: 40 })
  const { lights: _, ...file } = view.file
  assert.ok(place({ ...view, file }).shades.get(0)! > 0.4)
})

test('a shot has a window where type would hide a face or need a deep shade, and all of the frame where it is calm', () => {
  const window = { x: 0, y: 900, width: 1080, height: 1020 }
  const beside = { box: { x: 65, y: 270, ...LARGE }, window }
  const seeIn = (view: ShotView) => placeAll(view, [{ ...TEXT, beside }])
  const calm = seeIn(show({ grey: 60 }))
  assert.deepEqual([calm.windows, calm.placed[0]!.window], [[undefined], undefined])
  const faces = [{ x: 0.05, y: 0.05, width: 0.9, height: 0.8 }]
  for (const view of [show({ grey: 60, faces }), show({ grey: 200, darkest: 20 })]) {
    const { windows, placed, inks, ground } = seeIn(view)
    assert.deepEqual(windows, [window])
    assert.deepEqual([placed[0]!.box, placed[0]!.window, placed[0]!.shades.size], [beside.box, window, 0])
    assert.deepEqual(inks, [ground])
  }
})

test('what would be clean in an ink that its piece of a clip has not stands beside the film', () => {
  const beside = { box: { x: 65, y: 270, ...LARGE }, window: { x: 0, y: 900, width: 1080, height: 1020 } }
  const windowsOf = (fromSecs: number) => {
    const [pale, night] = [show({ grey: 235 }), show({ grey: 40 })]
    const next = { ...night, shot: { ...night.shot, startFrame: 30, endFrame: 60, fromSecs } }
    const wanted = [
      { ...TEXT, beside },
      { ...TEXT, fromSecs: 1, toSecs: 2, beside },
    ]
    return placeOnFilm(wanted, { ...SCENE, views: [pale, next] }).windows
  }
  assert.deepEqual(windowsOf(7), [undefined, undefined])
  assert.deepEqual(windowsOf(1), [beside.window, undefined])
})

test('wide type begins where all type does, and only what is narrow stands at the other side', () => {
  const face = { x: 0, y: 0, width: 0.45, height: 1 }
  const atOf = (width: number) => {
    const scene = { ...SCENE, canGoAcross: true, views: [show({ grey: 60, faces: [face] })] }
    return placeOnFilm([{ ...TEXT, sizes: [{ width, height: 200 }] }], scene).placed[0]!.box.x
  }
  assert.ok(atOf(300) > SAFE.x)
  assert.equal(atOf(600), SAFE.x)
})

function isDark(colour: string): boolean {
  return Number.parseInt(colour.slice(1, 3), 16) < 128
}

const SCENE = { palette: PALETTE, frame: FRAME, safe: SAFE, isMirrored: false, canGoAcross: false }

function placeAll(view: ShotView, wanted: readonly Wanted[]) {
  return placeOnFilm(wanted, { ...SCENE, views: [view] })
}

function place(view: ShotView) {
  const { placed, inks } = placeAll(view, [TEXT])
  return { ...placed[0]!, type: inks[0]!.type }
}

/** How high a cell of the picture is in the frame. */
const CELL = 120

/** A clip of the frame's shape, in one grey, and nearly black in some cells. */
function show({
  grey,
  darkest = grey,
  faces = [],
  spots = [],
}: {
  grey: number
  darkest?: number
  faces?: Box[]
  spots?: number[]
}): ShotView {
  const cells = { columns: 9, rows: 16 }
  const weights = new Float32Array(new SharedArrayBuffer(4 * 144))
  const light = {
    ...cells,
    lightest: new Uint8Array(144).fill(grey),
    darkest: Uint8Array.from({ length: 144 }, (_, cell) => (spots.includes(cell) ? 10 : darkest)),
  }
  const look = {
    secs: 0.5,
    salience: { ...cells, weights, faces },
    brightness: 0.4,
    contrast: 0.1,
    colour: '#808080',
  }
  const size: Size = FRAME
  const file: ClipFile = {
    path: 'a.mp4',
    container: 'mov',
    ...size,
    fps: 30,
    durationSecs: 1,
    looks: [look],
    lights: [{ ...light, secs: 0.5 }],
  }
  const shot = {
    startFrame: 0,
    endFrame: 30,
    isLoud: false,
    whip: 0,
    clip: 0,
    fromSecs: 0,
    speed: 1,
    looks: { from: look, to: look },
  }
  const still = { from: 0, to: 0 }
  return {
    shot,
    file,
    framing: { zoom: { from: 1, to: 1 }, panX: still, panY: still },
    frame: FRAME,
    fps: 30,
  }
}
