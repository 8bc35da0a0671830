import { sql } from 'kysely'

/** A cancel takes effect within two seconds, also when it has to wait for a lock of a process that stands still. */
const REST_LIMIT_MS = 1800

/**
 * Selected or returned by the first statement that locks a render: from there on the database ends the transaction when
 * its process stands still, so that nobody waits long for the lock. What the process writes when it wakes up is void.
 */
export const LIMIT_REST = `set_config('idle_in_transaction_session_timeout', '${REST_LIMIT_MS}', true)`

/** The same for statements that are built. */
export const limitRest = sql<string>`${sql.raw(LIMIT_REST)}`
