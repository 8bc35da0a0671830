import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { FileLinks } from '../../assets/file-links.ts'
import { ServiceError } from '../../errors.ts'

/** What a signed address has behind its path. */
export const SignedQuery = z.object({
  expires: z
    .string()
    .regex(/^\d{1,12}$/, 'must be seconds since 1970, as the link had it')
    .optional(),
  signature: z.string().max(100).optional(),
})

/** Refuses an address that was not made here, or whose time is over; `advice` says where to get another. */
export function demandSignature(
  links: FileLinks,
  { raw, query }: Pick<FastifyRequest, 'raw' | 'query'>,
  advice: string,
): void {
  const path = raw.url?.split('?')[0] ?? ''
  const { expires = '', signature = '' } = query as z.infer<typeof SignedQuery>
  const verdict = links.check({ path, expires, signature })
  if (verdict === 'GOOD') return
  const seen = verdict === 'WRONG' ? 'This link is not one of ours.' : 'This link has expired.'
  throw new ServiceError('FORBIDDEN', { message: `${seen} ${advice}` })
}
