// The compositor's kernels: everything that touches pixels in every frame. `npm run build:kernels` compiles
// this file to kernels.wasm. Memory is shared between threads and managed by the typed interface (shared-memory.ts);
// no function here allocates, and nothing static is written to.
export { drawSprite } from "./sprite.as"
export { drawRotated } from "./rotate.as"
export { fillDisc, lightDisc } from "./disc.as"
export { fillSweep } from "./sweep.as"
export { printPlates } from "./plates.as"
export { drawFace } from "./face.as"
export { drawTexture } from "./texture.as"
export { drawLight } from "./light.as"
export { drawVeiled } from "./film.as"
export { clearMask, maskBars, drawMask } from "./shape.as"
export { drawStrokes } from "./strokes.as"
export { restore, hideBehind, addGrain } from "./frame.as"
export { frameToRgb, sumEdges } from "./look.as"
export {
  spriteRows, halvePlane, textureFromRgba, textureFromFloats, textureFromAlpha,
  blurPlane, doublePlane, extendPlane, colourLevels,
} from "./convert.as"
export { findSpans, findOpaqueRadius } from "./find-paint.as"
export { turnPlane, turnPlaneOver } from "./turn.as"
export { gradePicture } from "./grade.as"
export { softFill, softLight } from "./soft.as"
export { drawWarped } from "./warp.as"
export { drawPieces } from "./pieces.as"
export { spreadOutline, drawRidges } from "./ridges.as"
export { drawLetterRow } from "./letters.as"
