/** Where the file of a kept segment lies in storage. Its second and fourth parts are how the janitor finds the row. */
export function segmentKey(orgId: string, segmentId: string): string {
  return `segments/${orgId}/${segmentId.slice(0, 2)}/${segmentId}`
}
