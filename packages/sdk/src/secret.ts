import { SongreelError } from './errors.ts'
import type { Result } from './result.ts'

/**
 * The server stores no secret, so a repeated request gets the response of the first one with the secret masked. Somebody
 * who keeps that would find out much later; here it is an error at once.
 */
export async function keepSecret<Data extends object>(
  field: keyof Data & string,
  sent: Promise<Result<Data>>,
): Promise<Result<Data>> {
  const result = await sent
  if (!result.$meta.isReplayed) return result
  throw new SongreelError(
    `It was done, but the ${field} was lost on the way and can't be read again. Make a new one.`,
    { cause: result, requestId: result.$meta.requestId },
  )
}
