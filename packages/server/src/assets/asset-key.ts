/** Where an organization's bytes with this hash lie in storage: equal bytes are kept once per organization. */
export function assetKey(orgId: string, sha256: string): string {
  return `assets/${orgId}/${sha256.slice(0, 2)}/${sha256}`
}
