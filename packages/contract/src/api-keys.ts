import { z } from 'zod'
import { idInput, idOf } from './ids.ts'
import { PageQuery, pageOf } from './lists.ts'
import { Name, Timestamp } from './text.ts'

/** Path of one key. */
export const ApiKeyPath = z.object({ keyId: idInput('apiKey') })

/** What a key may do; admin covers keys, tokens, secrets and the organization itself. */
export const Scope = z.enum(['read', 'write', 'admin'])
export type Scope = z.infer<typeof Scope>

/** Body of POST /v1/api-keys. */
export const ApiKeyInput = z.object({
  name: Name,
  scopes: z.array(Scope).min(1, 'must name at least one of read, write, admin').max(3),
  expiresAt: z.iso.datetime({ offset: true }).optional(),
  isTest: z.boolean().optional().meta({ description: 'A test key: its renders carry a watermark' }),
})
export type ApiKeyInput = z.infer<typeof ApiKeyInput>

/** A scoped key; the token itself is shown once, on creation. */
export const ApiKey = z.object({
  keyId: idOf('apiKey'),
  name: z.string(),
  scopes: z.array(Scope),
  isTest: z.boolean(),
  tokenHint: z.string().meta({ example: 'srl_live_9fJ2…' }),
  createdAt: Timestamp,
  expiresAt: Timestamp.nullable(),
  lastUsedAt: Timestamp.nullable(),
})
export type ApiKey = z.infer<typeof ApiKey>

/** What creating a key answers. */
export const ApiKeyCreated = ApiKey.extend({ token: z.string() })
export type ApiKeyCreated = z.infer<typeof ApiKeyCreated>

export const ApiKeyQuery = PageQuery
export const ApiKeyPage = pageOf(ApiKey)
