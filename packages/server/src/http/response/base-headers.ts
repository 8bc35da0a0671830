/**
 * Set by hand rather than by @fastify/helmet: most of its headers say something about pages, and every header of an
 * response costs. Our pages bring a policy of their own.
 */
export const BASE_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cache-Control': 'no-store',
} as const

/** Tells browsers to stay on https; only said where the public address is one. */
export const HTTPS_HEADER = { 'Strict-Transport-Security': 'max-age=31536000' } as const
