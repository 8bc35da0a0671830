import type { DestinationCredentialsQuery, Page } from '@songreel/contract'
import { notFound } from '../errors.ts'
import { newRecord } from './new-id.ts'
import { type List, readPage, readText } from './read-page.ts'
import type { Db } from './schema.ts'
import { onlyRow, statement } from './statement.ts'

/** Keys of a bucket as stored: sealed. */
export type CredentialsRow = {
  credentialsId: string
  name: string
  accessKeyHint: string
  createdAt: string
  lastUsedAt: string | null
}

/** What is written for new keys. */
export type NewCredentials = Pick<CredentialsRow, 'name' | 'accessKeyHint'> & { sealed: string }

const COLUMNS = `credentials_id as "credentialsId", name, access_key_hint as "accessKeyHint", created_at as "createdAt",
  last_used_at as "lastUsedAt"`

const LIST: List<CredentialsRow> = {
  idKind: 'destinationCredentials',
  read: readText(`select ${COLUMNS} from destination_credentials`),
  from: 'destination_credentials',
  idColumn: 'credentials_id',
  orgColumn: 'org_id',
  idOf: ({ credentialsId }) => credentialsId,
}

const insert = statement<CredentialsRow>(
  `insert into destination_credentials (credentials_id, org_id, name, sealed, access_key_hint, created_at)
   values ($credentialsId, $orgId, $name, $sealed, $accessKeyHint, $createdAt)
   returning ${COLUMNS}`,
)
const findSealed = statement<{ sealed: string }>(
  'select sealed from destination_credentials where org_id = $orgId and credentials_id = $credentialsId',
)
const remove = statement(
  'delete from destination_credentials where org_id = $orgId and credentials_id = $credentialsId returning 1',
)
const touch = statement(
  `update destination_credentials set last_used_at = now()
   where org_id = $orgId and credentials_id = $credentialsId`,
)
const listAll = statement<{ orgId: string; credentialsId: string; sealed: string }>(
  'select org_id as "orgId", credentials_id as "credentialsId", sealed from destination_credentials',
)
const replace = statement(
  `update destination_credentials set sealed = $resealed
   where org_id = $orgId and credentials_id = $credentialsId and sealed = $sealed`,
)

/** Which keys are meant. */
export type CredentialsRef = { orgId: string; credentialsId: string }

/** Stores sealed keys. */
export async function insertCredentials(
  db: Db,
  orgId: string,
  credentials: NewCredentials,
): Promise<CredentialsRow> {
  const { id: credentialsId, createdAt } = newRecord('destinationCredentials')
  return onlyRow(await insert(db, { ...credentials, orgId, credentialsId, createdAt }))
}

/** An organization's keys, newest first. */
export function listCredentials(
  db: Db,
  orgId: string,
  query: DestinationCredentialsQuery,
): Promise<Page<CredentialsRow>> {
  return readPage(db, LIST, { orgId, query, conditions: [] })
}

/** The sealed keys, or undefined where they are deleted. */
export async function findSealedCredentials(db: Db, ref: CredentialsRef): Promise<string | undefined> {
  const [row] = await findSealed(db, ref)
  return row?.sealed
}

/** Throws the same 404 for what never existed, was deleted, or belongs to another organization. */
export async function getSealedCredentials(db: Db, ref: CredentialsRef, field?: string): Promise<string> {
  const sealed = await findSealedCredentials(db, ref)
  if (sealed === undefined) throw notFound('DESTINATION_CREDENTIALS_NOT_FOUND', ref.credentialsId, field)
  return sealed
}

/** Deletes keys for good. */
export async function deleteCredentials(db: Db, ref: CredentialsRef): Promise<void> {
  const rows = await remove(db, ref)
  if (rows.length === 0) throw notFound('DESTINATION_CREDENTIALS_NOT_FOUND', ref.credentialsId)
}

/** Notes that keys were used now. */
export async function touchCredentials(db: Db, ref: CredentialsRef): Promise<void> {
  await touch(db, ref)
}

/** All keys of the installation, for a change of the secret that seals them. */
export function listAllCredentials(db: Db) {
  return listAll(db, {})
}

/** Puts another sealing of the same keys in its place; only of what was read, as another process may have been first. */
export async function replaceCredentialsSealing(
  db: Db,
  credentials: CredentialsRef & { sealed: string },
  resealed: string,
): Promise<void> {
  await replace(db, { ...credentials, resealed })
}
