/** The picture's size in pixels; both numbers are even. */
export type Size = { readonly width: number; readonly height: number }

/** A rectangle in pixels of the frame; fractions are allowed. */
export type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
