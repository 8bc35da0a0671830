import type { ApiKeyInput } from '@songreel/contract'
import { ServiceError } from '../../errors.ts'
import type { Auth } from './authenticator.ts'

/** Refuses to make a key that could do more, or for longer, than the token that makes it. */
export function refuseWiderKey(auth: Auth, { scopes, isTest, expiresAt }: ApiKeyInput): void {
  const missing = auth.scopes.includes('admin') ? [] : scopes.filter((scope) => !auth.scopes.includes(scope))
  if (missing.length > 0)
    throw forbidField(
      'scopes',
      `This token does not have ${missing.join(' and ')}, so a key made with it cannot.`,
    )
  if (auth.isTest && !isTest)
    throw forbidField('isTest', 'A test token makes test keys only. Send isTest: true, or use a live token.')
  if (auth.expiresAt === null) return
  if (expiresAt === undefined || Date.parse(expiresAt) > Date.parse(auth.expiresAt)) {
    const seen = expiresAt === undefined ? 'expiresAt is missing' : `expiresAt is ${expiresAt}`
    throw forbidField(
      'expiresAt',
      `This token runs out at ${auth.expiresAt}, and a key made with it cannot last longer; ${seen}. Send that time or an earlier one, or use a token that does not run out.`,
    )
  }
}

/** Refuses to renew what outlasts the token: a token that runs out, or a key for tests, would leave a way in behind it. */
export function demandLastingToken(auth: Auth, what: string): void {
  const use = "Use the organization's newest authToken, or a live key with scope admin that does not run out."
  if (auth.expiresAt !== null)
    throw new ServiceError('FORBIDDEN', {
      message: `This token runs out at ${auth.expiresAt}, so it cannot renew ${what}. ${use}`,
    })
  if (auth.isTest && auth.kind !== 'OWNER')
    throw new ServiceError('FORBIDDEN', {
      message: `This is a test key, so it cannot renew ${what}. ${use}`,
    })
}

function forbidField(field: string, message: string): ServiceError {
  return new ServiceError('FORBIDDEN', { message, details: [{ field, code: 'FORBIDDEN', message }] })
}
