import type { ApiDocument, ErrorCatalogue, Operation } from '../src/docs-renderer.ts'

const ARTIST = {
  type: 'object',
  properties: {
    name: { type: 'string', maxLength: 200, description: 'Name & `<b>` of the artist' },
    links: { type: 'array', items: { $ref: '#/components/schemas/Link' }, maxItems: 8 },
  },
  required: ['name'],
}

const create: Operation = {
  operationId: 'createArtist',
  tags: ['Artists'],
  summary: 'Create an artist',
  description: 'Makes `one`.\n\nNo more.',
  security: [{ bearer: [] }],
  'x-scope': 'write',
  parameters: [{ $ref: '#/components/parameters/IdempotencyKey' }],
  requestBody: {
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Artist' },
        examples: { first: { value: { name: "Wren's", artistId: 'art_recorded' } } },
      },
    },
  },
  responses: {
    201: {
      content: {
        'application/json': {
          schema: { type: 'object', properties: { data: { $ref: '#/components/schemas/Artist' } } },
          examples: { made: { summary: 'A new one', value: { success: true } } },
        },
      },
    },
    404: { content: { 'application/json': { schema: {}, examples: { NOT_FOUND: {} } } } },
  },
}

const read: Operation = {
  operationId: 'getArtist',
  tags: ['Artists'],
  summary: 'Read an artist (by its `id`)',
  description: 'Read an artist (by its `id`).',
  security: [],
  parameters: [
    { name: 'artistId', in: 'path', required: true, schema: { type: 'string', examples: ['art_01'] } },
    { name: 'include', in: 'query', schema: { type: 'string', enum: ['albums'] } },
  ],
  responses: {},
}

/** A small API, as its description has it. */
export const DOCUMENT: ApiDocument = {
  info: { title: 'Sample', version: '1.2.3', summary: 'For "tests"' },
  servers: [{ url: 'http://api.test' }],
  tags: [{ name: 'Artists', description: 'Who makes `music`.' }],
  paths: { '/v1/artists': { post: create }, '/v1/artists/{artistId}': { get: read } },
  webhooks: {},
  components: {
    schemas: {
      Artist: ARTIST,
      Link: { type: 'object', properties: { url: { type: 'string', format: 'uri' } } },
    },
    parameters: { IdempotencyKey: { name: 'Idempotency-Key', in: 'header', schema: { type: 'string' } } },
    examples: {},
  },
}

/** Its error codes. */
export const CATALOGUE: ErrorCatalogue = {
  version: '1.2.3',
  errors: { NOT_FOUND: { status: 404, text: 'Nothing is here.', hint: 'Check the `id`.', retryable: false } },
  failures: {
    NOT_FOUND: { text: 'The file is gone.', hint: 'Send it again.', retryable: true },
    TOO_LONG: { text: 'It is too long.', hint: 'Cut it.', retryable: false },
  },
  deliveries: { REFUSED: { text: 'It was refused.', hint: 'Mend the rights.', retryable: false } },
}
