import { z } from 'zod'
import { idInput, idOf } from './ids.ts'
import { PageQuery, pageOf } from './lists.ts'
import { Name, Timestamp } from './text.ts'

/** Path of one key. */
export const ApiKeyPath = z.object({ keyId: idInput('apiKey').describe('The key') })

/** What a key may do; admin covers keys, tokens, secrets and the organization itself. */
export const Scope = z
  .enum(['read', 'write', 'admin'])
  .describe('`read` for GET, `write` for the rest, `admin` for keys, tokens and the organization')
export type Scope = z.infer<typeof Scope>

/** Body of POST /v1/api-keys. */
export const ApiKeyInput = z.object({
  name: Name.describe('What the key is for; shown in the list'),
  scopes: z
    .array(Scope)
    .min(1, 'must name at least one of read, write, admin')
    .max(3)
    .describe('What the key may do'),
  expiresAt: z.iso.datetime({ offset: true }).optional().describe('When the key expires; by default never'),
  isTest: z.boolean().optional().meta({ description: 'A test key: its renders carry a watermark' }),
})
export type ApiKeyInput = z.infer<typeof ApiKeyInput>

/** A scoped key; the token itself is shown once, on creation. */
export const ApiKey = z.object({
  keyId: idOf('apiKey').describe('Id of the key, for revoking it'),
  name: z.string().describe('What the key is for'),
  scopes: z.array(Scope).describe('What the key may do'),
  isTest: z.boolean().describe('A test key: its renders carry a watermark'),
  tokenHint: z.string().meta({ description: 'First characters of its token', example: 'srl_live_9fJ2…' }),
  createdAt: Timestamp.describe('When it was created'),
  expiresAt: Timestamp.nullable().describe('When it expires; null for never'),
  lastUsedAt: Timestamp.nullable().describe('When it was last used, to the minute; null if never'),
})
export type ApiKey = z.infer<typeof ApiKey>

/** What creating a key returns. */
export const ApiKeyCreated = ApiKey.extend({
  token: z.string().describe('The token, shown only this once; only its hash is stored'),
})
export type ApiKeyCreated = z.infer<typeof ApiKeyCreated>

/** Query of GET /v1/api-keys. */
export const ApiKeyQuery = PageQuery
export type ApiKeyQuery = z.infer<typeof ApiKeyQuery>

export const ApiKeyPage = pageOf(ApiKey)
