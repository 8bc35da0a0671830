/** How much each part of a picture belongs to what stands in front, 0 to 1, on a grid over all of it. */
export type Matte = { readonly columns: number; readonly rows: number; readonly values: Float32Array }
