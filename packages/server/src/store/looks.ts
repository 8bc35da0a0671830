import { notFound } from '../errors.ts'
import type { Db } from './schema.ts'
import { onlyRow, type Source, statement } from './statement.ts'
import type { Tx } from './transaction.ts'

/** A look as it was sent; it was checked before it was stored. */
export type LookDefinition = Record<string, unknown>

/** Which version of which look. */
export type LookVersion = { contentId: string; version: number }

/** What the examination of a version found; `picture` is the number of the frame in which it is seen. */
export type StoredExamination = {
  status: 'PASSED' | 'FAILED'
  faults: { check: string; message: string; aspectRatio?: string; picture?: number }[]
}

/** A version of a look. */
export type StoredLook = LookVersion & {
  definition: LookDefinition
  examination: StoredExamination | null
  createdAt: string
}

/** Earlier versions of a look that are kept beside the newest. */
const KEPT_VERSIONS = 10

const LOOK = 'content_id as "contentId", version, definition, examination, created_at as "createdAt"'

const listNewest = statement<LookVersion>(
  `select distinct on (content_id) content_id as "contentId", version from looks
   where org_id = $orgId and hidden_at is null order by content_id, version desc`,
)
const findNewest = statement<LookVersion & { isHidden: boolean }>(
  `select content_id as "contentId", version, hidden_at is not null as "isHidden" from looks
   where org_id = $orgId and content_id = $contentId and definition is not null order by version desc limit 1`,
)
const findVersions = statement<StoredLook>(
  `select ${LOOK} from looks
   join json_to_recordset($wanted::json) as wanted ("contentId" text, wanted integer)
     on content_id = wanted."contentId" and version = wanted.wanted
   where org_id = $orgId and definition is not null`,
)
const lockNewest = statement<StoredLook>(
  `select ${LOOK} from looks where org_id = $orgId and content_id = $contentId and hidden_at is null
   order by version desc limit 1 for update`,
)
// The name of the lock holds the organization's id: looks of one are numbered, counted and changed one after the other.
const lockOrganization = statement(
  `select pg_advisory_xact_lock(hashtextextended('songreel looks ' || org_id, 0)) from organizations where org_id = $orgId`,
)
const countVisible = statement<{ count: number }>(
  `select count(distinct content_id) as count from looks where org_id = $orgId and hidden_at is null`,
)
const listTaken = statement<{ contentId: string }>(
  `select distinct content_id as "contentId" from looks where org_id = $orgId and starts_with(content_id, $start)`,
)
const insert = statement<StoredLook>(
  `insert into looks (org_id, content_id, version, definition) values ($orgId, $contentId, $version, $definition)
   returning ${LOOK}`,
)
const deleteEarlier = statement(
  `delete from looks where org_id = $orgId and content_id = $contentId and version < $version`,
)
const deletePictures = statement(
  `delete from look_pictures where org_id = $orgId and content_id = $contentId`,
)
/** A version that is offered now. */
const IS_OFFERED = `content_id = $contentId and version = $version and hidden_at is null
   and version = (select max(version) from looks where org_id = $orgId and content_id = $contentId)`
const findUnexamined = statement<LookVersion>(
  `select content_id as "contentId", version from looks
   where org_id = $orgId and ${IS_OFFERED} and examination is null`,
)
const examine = statement<LookVersion>(
  `update looks set examination = $examination where org_id = $orgId and ${IS_OFFERED}
   returning content_id as "contentId", version`,
)
const insertPicture = statement(
  `insert into look_pictures (org_id, content_id, version, position, picture)
   values ($orgId, $contentId, $version, $position, $picture)`,
)
const findPicture = statement<{ picture: Buffer }>(
  `select picture from look_pictures
   where org_id = $orgId and content_id = $contentId and version = $version and position = $position`,
)

/** The newest version of every look that an organization is offered. */
export function listLooks(source: Source, orgId: string): Promise<LookVersion[]> {
  return listNewest(source, { orgId })
}

/** The newest version of a look, hidden or not, as long as it is kept. */
export async function findNewestVersion(
  source: Source,
  orgId: string,
  contentId: string,
): Promise<(LookVersion & { isHidden: boolean }) | undefined> {
  const [found] = await findNewest(source, { orgId, contentId })
  return found
}

/** These versions with all of them, as far as they are kept. */
export function findLooks(
  source: Source,
  orgId: string,
  versions: readonly LookVersion[],
): Promise<StoredLook[]> {
  const wanted = versions.map(({ contentId, version }) => ({ contentId, wanted: version }))
  return findVersions(source, { orgId, wanted: JSON.stringify(wanted) })
}

/** Holds up whoever else adds a look to the organization or changes one, and says how many it has. */
export async function lockLooks(transaction: Tx, orgId: string): Promise<number> {
  await lockOrganization(transaction, { orgId })
  return onlyRow(await countVisible(transaction, { orgId })).count
}

/** The ids that begin so and are taken, by hidden looks too. */
export async function listTakenIds(transaction: Tx, orgId: string, start: string): Promise<string[]> {
  const rows = await listTaken(transaction, { orgId, start })
  return rows.map(({ contentId }) => contentId)
}

/** Stores the first version of a look. */
export async function insertLook(
  db: Db,
  orgId: string,
  { contentId, definition }: { contentId: string; definition: LookDefinition },
): Promise<StoredLook> {
  return onlyRow(await insert(db, { orgId, contentId, version: 1, definition: JSON.stringify(definition) }))
}

/** The newest version of a look that is offered, locked until the transaction ends. */
export async function lockLook(transaction: Tx, orgId: string, contentId: string): Promise<StoredLook> {
  // Not the row alone: a change adds another, and who waited for the old one would go on with it.
  await lockOrganization(transaction, { orgId })
  const [look] = await lockNewest(transaction, { orgId, contentId })
  if (!look) throw notFound('CONTENT_NOT_FOUND', contentId)
  return look
}

/** Stores the version that follows one that is locked. */
export async function insertNextVersion(
  transaction: Tx,
  orgId: string,
  { contentId, version, definition }: LookVersion & { definition: LookDefinition },
): Promise<StoredLook> {
  const next = { orgId, contentId, version: version + 1, definition: JSON.stringify(definition) }
  const look = onlyRow(await insert(transaction, next))
  await dropEarlier(transaction, orgId, { contentId, version: look.version - KEPT_VERSIONS })
  return look
}

/** Gives up the versions before this one, and the pictures of faults, which are those of the version that was offered. */
export async function dropEarlier(
  transaction: Tx,
  orgId: string,
  { contentId, version }: LookVersion,
): Promise<void> {
  await deleteEarlier(transaction, { orgId, contentId, version })
  await deletePictures(transaction, { orgId, contentId })
}

/** Whether a version still waits for what its examination finds: it is offered, and none has ended since it is. */
export async function isUnexamined(
  source: Source,
  orgId: string,
  { contentId, version }: LookVersion,
): Promise<boolean> {
  return (await findUnexamined(source, { orgId, contentId, version })).length > 0
}

/** Notes what the examination found, unless there is a newer version by now. */
export async function noteExamination(
  transaction: Tx,
  orgId: string,
  { contentId, version }: LookVersion,
  { examination, pictures }: { examination: StoredExamination; pictures: readonly Uint8Array[] },
): Promise<void> {
  const look = { orgId, contentId, version }
  const [noted] = await examine(transaction, { ...look, examination: JSON.stringify(examination) })
  if (!noted) return
  await deletePictures(transaction, { orgId, contentId })
  for (const [position, picture] of pictures.entries())
    await insertPicture(transaction, { ...look, position, picture: Buffer.from(picture) })
}

/** The frame in which a fault is seen. */
export async function findLookPicture(
  source: Source,
  orgId: string,
  { contentId, version, position }: LookVersion & { position: number },
): Promise<Buffer | undefined> {
  const [found] = await findPicture(source, { orgId, contentId, version, position })
  return found?.picture
}
