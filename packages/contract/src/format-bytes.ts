/** A size as people read it: 820 B, 11.8 MB, 320 KB. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  const [size, unit] =
    bytes < 1e6 ? [bytes / 1e3, 'KB'] : bytes < 1e9 ? [bytes / 1e6, 'MB'] : [bytes / 1e9, 'GB']
  return `${size < 100 ? size.toFixed(1) : Math.round(size)} ${unit}`
}
