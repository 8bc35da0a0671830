const SLICE_BYTES = 16 * 1024

/** Tells files apart by what is in them, without reading them whole: by their size, and some bytes of their start, middle and end. */
export async function markFile(file: Blob): Promise<string> {
  const middle = Math.max(0, Math.floor((file.size - SLICE_BYTES) / 2))
  const starts = [0, middle, Math.max(0, file.size - SLICE_BYTES)]
  const slices = await Promise.all(
    starts.map((start) => file.slice(start, start + SLICE_BYTES).arrayBuffer()),
  )
  // FNV-1a: the browser's own digests are there only on pages that come by HTTPS.
  let hash = 0x811c9dc5
  for (const slice of slices)
    for (const byte of new Uint8Array(slice)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0
  return `${file.size}-${hash.toString(36)}`
}
