import type pg from 'pg'

// What is asked of a server before there is a database of ours on it.

/** A server's version, as PostgreSQL counts it, and the encoding of the database. */
export async function readServerFacts(client: pg.Client): Promise<{ version: number; encoding: string }> {
  const { rows } = await client.query(
    `select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding`,
  )
  return rows[0]
}

/** Throws unless the server responds. */
export async function pingServer(admin: pg.Client): Promise<void> {
  await admin.query('select')
}

/** Makes the role of the service and its database, where they are not there yet; both have one name. */
export async function ensureRoleAndDatabase(admin: pg.Client, name: string): Promise<void> {
  const roles = await admin.query('select from pg_roles where rolname = $1', [name])
  if (!roles.rowCount) await admin.query(`create role ${name} login`)
  const databases = await admin.query('select from pg_database where datname = $1', [name])
  if (!databases.rowCount) await admin.query(`create database ${name} owner ${name}`)
}

/**
 * Whether two connections share the server's sessions, as through a pooler that hands out a session per transaction. Locks,
 * settings and statements that a session keeps would then be somebody else's.
 */
export async function shareSessions(one: pg.Client, other: pg.Client): Promise<boolean> {
  const first = await readSession(one)
  await other.query('begin')
  try {
    const theirs = await readSession(other)
    if (theirs === first || (await readSession(one)) !== first) return true
  } finally {
    await other.query('rollback')
  }
  return (await readSession(one)) !== first
}

async function readSession(client: pg.Client): Promise<number> {
  return (await client.query('select pg_backend_pid() as pid')).rows[0].pid
}
