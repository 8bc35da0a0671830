import { isDeepStrictEqual } from 'node:util'
import type { ContentSaved } from '@songreel/contract'
import { ServiceError } from '../errors.ts'
import { examineLookJob } from '../queue/all-jobs.ts'
import type { Services } from '../services.ts'
import { hideLook, lockRestorableLook, showLook } from '../store/deleted-looks.ts'
import {
  insertLook,
  insertNextVersion,
  type LookDefinition,
  type LookVersion,
  listTakenIds,
  lockLook,
  lockLooks,
} from '../store/looks.ts'
import type { Db } from '../store/schema.ts'
import { inTransaction, type Tx } from '../store/transaction.ts'
import { nameLook } from './name-look.ts'
import { demandVersion } from './record-tag.ts'

type Deps = Pick<Services, 'config' | 'templates' | 'queue'>

/** Stores a look that was checked, under an id of its own. */
export function createOwnLook(
  services: Deps,
  db: Db,
  orgId: string,
  definition: LookDefinition,
): Promise<ContentSaved> {
  return inTransaction(db, async (transaction) => {
    refuseMore(await lockLooks(transaction, orgId), services.config.maxLooks)
    const contentId = await issueId(services, transaction, orgId, String(definition.title))
    const { version } = await insertLook(transaction, orgId, { contentId, definition })
    await orderExamination(services, transaction, orgId, { contentId, version })
    return { contentId, version }
  })
}

type Change = { orgId: string; contentId: string; ifMatch?: string }

/** Stores the next version of a look. The same look again is no other version: no video is stale by it. */
export function updateOwnLook(
  services: Deps,
  db: Db,
  { orgId, contentId, definition, ifMatch }: Change & { definition: LookDefinition },
): Promise<ContentSaved> {
  return inTransaction(db, async (transaction) => {
    const { version, definition: before } = await lockOwn(services, transaction, {
      orgId,
      contentId,
      ifMatch,
    })
    if (isDeepStrictEqual(before, definition)) return { contentId, version }
    const next = await insertNextVersion(transaction, orgId, { contentId, version, definition })
    await orderExamination(services, transaction, orgId, next)
    return { contentId, version: next.version }
  })
}

async function orderExamination(
  { config, queue }: Deps,
  transaction: Tx,
  orgId: string,
  { contentId, version }: LookVersion,
): Promise<void> {
  if (config.examineSecs === 0) return
  await queue.enqueue(transaction, examineLookJob, { orgId, contentId, version }, { orgId })
}

/** Offers a look no more; videos that exist stay, and those that are ordered are still made. */
export function hideOwnLook(services: Deps, db: Db, { orgId, contentId, ifMatch }: Change): Promise<void> {
  return inTransaction(db, async (transaction) => {
    const { version } = await lockOwn(services, transaction, { orgId, contentId, ifMatch })
    await hideLook(transaction, orgId, { contentId, version })
  })
}

/** Offers a deleted look again, in the version that it had: no video is stale by it. One that is offered stays as it is. */
export function restoreOwnLook(
  services: Deps,
  db: Db,
  { orgId, contentId }: Omit<Change, 'ifMatch'>,
): Promise<ContentSaved> {
  return inTransaction(db, async (transaction) => {
    const { retentionDays, maxLooks } = services.config
    const count = await lockLooks(transaction, orgId)
    const { version, isHidden } = await lockRestorableLook(transaction, orgId, {
      contentId,
      retentionDays,
    }).catch((error) => {
      throw services.templates.has(contentId) ? notYours(contentId) : error
    })
    if (!isHidden) return { contentId, version }
    refuseMore(count, maxLooks)
    await showLook(transaction, orgId, contentId)
    await orderExamination(services, transaction, orgId, { contentId, version })
    return { contentId, version }
  })
}

async function lockOwn(
  { templates }: Deps,
  transaction: Tx,
  { orgId, contentId, ifMatch }: { orgId: string; contentId: string; ifMatch: string | undefined },
) {
  const look = await lockLook(transaction, orgId, contentId).catch((error) => {
    throw templates.has(contentId) ? notYours(contentId) : error
  })
  demandVersion(ifMatch, { contentId, version: look.version })
  return look
}

/** The first name that neither this server's templates nor any look of the organization has, or had. */
async function issueId({ templates }: Deps, transaction: Tx, orgId: string, title: string): Promise<string> {
  const name = nameLook(title)
  const taken = new Set([...templates.keys(), ...(await listTakenIds(transaction, orgId, name))])
  let contentId = name
  for (let number = 2; taken.has(contentId); number++) contentId = `${name}_${number}`
  return contentId
}

function refuseMore(count: number, most: number): void {
  if (count < most) return
  const message = `The organization has ${count} looks, and may have ${most}. Delete one that you no longer need.`
  throw new ServiceError('CONFLICT', { message, details: [{ field: 'look', code: 'TOO_MANY', message }] })
}

function notYours(contentId: string): ServiceError {
  const message = `${contentId} comes with this server and cannot be changed. POST /v1/contents makes a look of your own.`
  return new ServiceError('CONFLICT', { message })
}
