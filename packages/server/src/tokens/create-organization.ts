import type { OrganizationInput } from '@songreel/contract'
import { insertOrganization, type OrganizationRow } from '../store/organizations.ts'
import type { Db } from '../store/schema.ts'
import { inTransaction } from '../store/transaction.ts'
import type { HashToken } from './hash-token.ts'
import { issueOwnerToken } from './issue-owner-token.ts'

/** Makes an organization together with its token, which nobody can read again afterwards. */
export function createOrganization(
  db: Db,
  hashToken: HashToken,
  input: OrganizationInput,
): Promise<{ organization: OrganizationRow; token: string }> {
  return inTransaction(db, async (transaction) => {
    const organization = await insertOrganization(transaction, input)
    const token = await issueOwnerToken(transaction, hashToken, organization.orgId)
    return { organization, token }
  })
}
