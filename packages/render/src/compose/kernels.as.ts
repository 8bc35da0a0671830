// The compositor's kernels: everything that touches pixels in every frame. `npm run build:kernels` compiles
// this file to kernels.wasm. Memory is shared between threads and managed by the typed face (heap.ts);
// no function here allocates, and nothing static is written to.
export { drawSprite } from "./kernels/sprite.as"
export { drawRotated } from "./kernels/rotate.as"
export { drawTexture, drawLight } from "./kernels/texture.as"
export { clearMask, maskBars, maskStrokes, drawMask } from "./kernels/shape.as"
export { restore, hideBehind, addGrain, frameToRgb } from "./kernels/frame.as"
export {
  spriteRows, findSpans, findOpaqueRadius, halvePlane, textureFromRgba, textureFromFloats, textureFromAlpha,
  blurPlane, doublePlane, extendPlane,
} from "./kernels/convert.as"
export { turnPlane, turnPlaneOver } from "./kernels/turn.as"
export { softFill, softLight } from "./kernels/soft.as"
