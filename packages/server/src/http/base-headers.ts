/** Set by hand rather than by a plugin: a constant costs nothing per request, and pages of ours bring their own CSP. */
export const BASE_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cache-Control': 'no-store',
} as const

/** Tells browsers to stay on https; only said where the public address is one. */
export const HTTPS_HEADER = { 'Strict-Transport-Security': 'max-age=31536000' } as const
