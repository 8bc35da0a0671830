import type { Parameter } from './operation.ts'

/** Headers that many calls take. */
export const PARAMETERS: Record<string, Parameter> = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'A unique string of your choice per request. Repeating the request within 24 hours returns the first response.',
    schema: {
      type: 'string',
      minLength: 1,
      maxLength: 255,
      examples: ['5f0c8a52-6a2e-4a5e-9f3a-0c3c1b1d7c11'],
    },
  },
  Prefer: {
    name: 'Prefer',
    in: 'header',
    required: false,
    description:
      '`handling=strict` refuses unknown fields instead of listing them in `warnings`. `return=minimal` and `return=representation` choose the form of the response when creating a batch.',
    schema: { type: 'string', examples: ['handling=strict'] },
  },
}

/** Headers that responses carry. */
export const HEADERS = {
  'X-Request-Id': text(
    'Id of this request in the log. If you send your own, it is used.',
    'rq_01K9ZB3Q4V8M7N6P5R2S1T0WXY',
  ),
  Location: text('Path of the new record.', '/v1/artists/art_01K9ZB3Q4V8M7N6P5R2S1T0WXY'),
  'Idempotency-Replayed': text(
    '`true` if this is the stored response to an earlier request with the same key.',
    'true',
  ),
  'RateLimit-Limit': count('Requests per window.', 300),
  'RateLimit-Remaining': count('Requests left in this window.', 299),
  'RateLimit-Reset': count('Seconds until the next window.', 42),
  'RateLimit-Policy': text('The limit: requests and the length of the window in seconds.', '300;w=60'),
  'Retry-After': count('Seconds to wait before trying again.', 2),
  'WWW-Authenticate': text('How to present a token.', 'Bearer'),
}

/** How a call proves who it is. */
export const SECURITY_SCHEMES = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: "The organization's authToken, or one of its keys.",
  },
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Api-Key',
    description: 'The same token in a header of its own.',
  },
  operator: {
    type: 'http',
    scheme: 'bearer',
    description: "The operator's token from SONGREEL_ADMIN_TOKEN.",
  },
}

function text(description: string, example: string) {
  return { description, schema: { type: 'string', examples: [example] } }
}

function count(description: string, example: number) {
  return { description, schema: { type: 'integer', examples: [example] } }
}
