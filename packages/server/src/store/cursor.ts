import { createHash } from 'node:crypto'
import type { IdKind } from '@songreel/contract'
import { ServiceError } from '../errors.ts'
import { isId } from './new-id.ts'

const SEAL_CHARACTERS = 12

/** The list a cursor belongs to: whose it is, and what it was asked for. */
export type ListOf = { idKind: IdKind; orgId: string; filters: Record<string, unknown> }

/** A cursor that goes on below an identifier; it fits no other list, organization or filter. */
export function encodeCursor(list: ListOf, lastId: string): string {
  return Buffer.from(computeSeal(list) + lastId).toString('base64url')
}

/** The identifier below which the list goes on. */
export function decodeCursor(list: ListOf, cursor: string): string {
  const text = Buffer.from(cursor, 'base64url').toString('latin1')
  const lastId = text.slice(SEAL_CHARACTERS)
  if (text.slice(0, SEAL_CHARACTERS) === computeSeal(list) && isId(list.idKind, lastId)) return lastId
  const details = [{ field: 'cursor', code: 'INVALID_CURSOR', message: 'cursor belongs to another list.' }]
  throw new ServiceError('INVALID_CURSOR', { details })
}

function computeSeal({ idKind, orgId, filters }: ListOf): string {
  const named = Object.entries(filters).filter(([, value]) => value !== undefined)
  const text = JSON.stringify([idKind, orgId, named.sort(([a], [b]) => (a < b ? -1 : 1))])
  return createHash('sha256').update(text).digest('base64url').slice(0, SEAL_CHARACTERS)
}
