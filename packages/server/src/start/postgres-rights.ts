import { readErrorCode, readErrorMessage } from '../postgres/read-error.ts'
import { StartError } from '../start-error.ts'

const INSUFFICIENT_PRIVILEGE = '42501'

/** Runs what makes tables and schemas; for a role that may not do that the error is one line, with the remedy. */
export async function withRights<Result>(databaseUrl: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const refusal = [error, (error as Error)?.cause].find(
      (one) => readErrorCode(one) === INSUFFICIENT_PRIVILEGE,
    )
    if (!refusal) throw error
    const { username, pathname } = new URL(databaseUrl)
    const [role, database] = [decodeURIComponent(username), decodeURIComponent(pathname.slice(1))]
    throw new StartError('SETTING_UNUSABLE', {
      message: `The role "${role}" of DATABASE_URL lacks rights in that database: ${readErrorMessage(refusal)}. Make it the owner: ALTER DATABASE "${database}" OWNER TO "${role}"`,
      cause: error,
    })
  }
}
