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

/** Each token comes from the one before, and every request checks that the whole chain is still valid. */
const MAX_GENERATIONS = 8

/** Limits how long a chain of tokens made from tokens can get, because every request checks the whole chain. */
export function refuseLongLine(auth: Auth): void {
  if (auth.generations < MAX_GENERATIONS) return
  throw new ServiceError('FORBIDDEN', {
    message: `This token comes from another, and that again from another, ${MAX_GENERATIONS} in all, which is the most. Use the organization's authToken, or a key made with it.`,
  })
}

/** Refuses to hand out the organization's own token to anybody who did not stand for the organization before. */
export function demandOwner(auth: Auth): void {
  if (auth.kind === 'OPERATOR') return
  if (!auth.isOwn)
    throw new ServiceError('FORBIDDEN', {
      message:
        auth.kind === 'SESSION'
          ? "This session comes from a key or an invitation, so it cannot have the organization's authToken. Sign in with the authToken, or with a link that was made with it."
          : "This is a key, and the new authToken would outlast it. Only the organization's authToken itself, a session of its holder or the operator's token can renew the authToken.",
    })
  if (auth.expiresAt !== null) throw forbidEnding(auth, 'the authToken')
}

/** Refuses to renew what outlasts the token: a token that runs out, or a key for tests, would leave something behind it. */
export function demandLastingToken(auth: Auth, what: string): void {
  if (auth.expiresAt !== null) throw forbidEnding(auth, what)
  if (auth.isTest && !auth.isOwn)
    throw new ServiceError('FORBIDDEN', {
      message: `This is a test key, so it cannot renew ${what}. ${USE_LASTING}`,
    })
}

const USE_LASTING =
  "Use the organization's newest authToken, or a live key with scope admin that does not run out."

function forbidEnding({ expiresAt }: Auth, what: string): ServiceError {
  const use = what === 'the authToken' ? "Use the organization's newest authToken." : USE_LASTING
  return new ServiceError('FORBIDDEN', {
    message: `This token runs out at ${expiresAt}, so it cannot renew ${what}. ${use}`,
  })
}

function forbidField(field: string, message: string): ServiceError {
  return new ServiceError('FORBIDDEN', { message, details: [{ field, code: 'FORBIDDEN', message }] })
}
