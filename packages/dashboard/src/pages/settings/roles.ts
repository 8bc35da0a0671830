import type { Scope } from '@songreel/contract'

/** What people and programs are let do, from little to everything. */
export const ROLES: { name: string; words: string; scopes: Scope[] }[] = [
  { name: 'can look', words: 'Look: watch and download videos', scopes: ['read'] },
  { name: 'can make', words: 'Make: also songs, batches and videos', scopes: ['read', 'write'] },
  { name: 'owner', words: 'Own: also keys, webhooks and people', scopes: ['read', 'write', 'admin'] },
]

/** A role in a word or two. */
export function nameRole(scopes: readonly Scope[]): string {
  if (scopes.includes('admin')) return 'owner'
  if (scopes.includes('write')) return 'can make'
  return 'can look'
}
