/** The picture's size in pixels; both numbers are even. */
export type Size = { readonly width: number; readonly height: number }

/** A rectangle in pixels of the frame; fractions are allowed. */
export type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }

/** Whether two boxes lie at the same place and have the same size. */
export function isSameBox(a: Box, b: Box): boolean {
  return a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height
}

/** Rows of the frame, `bottom` not included. */
export type Rows = { top: number; bottom: number }
