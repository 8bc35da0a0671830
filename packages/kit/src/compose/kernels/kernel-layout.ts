// Written by `npm run build:kernels` from the AssemblyScript beside it. Do not edit.

/** The words of a target's record. */
export const TARGET = {
  y: 0,
  u: 1,
  v: 2,
  strideY: 3,
  strideC: 4,
  width: 5,
  height: 6,
  dither: 7,
  hiddenY: 8,
  hiddenC: 9,
  touchedY: 10,
  touchedC: 11,
  scratch: 12,
  clipLeft: 13,
  clipTop: 14,
  clipRight: 15,
  clipBottom: 16,
  grain: 17,
  settledY: 18,
  settledC: 19,
} as const

/** The words of a sprite's record. */
export const SPRITE = {
  x: 0,
  y: 1,
  width: 2,
  height: 3,
  strideY: 4,
  strideC: 5,
  planeY: 6,
  planeA: 7,
  planeU: 8,
  planeV: 9,
  planeAC: 10,
  spansY: 11,
  spansC: 12,
  evenY: 13,
  evenC: 14,
  opaqueRadius: 15,
} as const

/** The words of a texture's record. */
export const TEXTURE = {
  width: 0,
  height: 1,
  stride: 2,
  planeY: 3,
  widthC: 4,
  heightC: 5,
  strideC: 6,
  planeU: 7,
  planeV: 8,
} as const
