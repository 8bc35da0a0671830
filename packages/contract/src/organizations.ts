import { z } from 'zod'
import { idInput, idOf } from './ids.ts'
import { clearable, Name } from './text.ts'
import { HttpUrl } from './url.ts'

const WEEK_SECS = 604_800
const DAY_SECS = 86_400

/** Path of one organization; `me` stands for the token's own. */
export const OrganizationPath = z.object({
  orgId: idInput('organization').describe("The organization; `me` is the token's own"),
})
export type OrganizationPath = z.infer<typeof OrganizationPath>

/** Body of POST /v1/organizations (operator only). */
export const OrganizationInput = z.object({
  name: Name.describe('The name'),
  webhookUrl: HttpUrl.optional().describe('Where to send the events of batches without their own webhookUrl'),
})
export type OrganizationInput = z.infer<typeof OrganizationInput>

/** Body of PUT and PATCH /v1/organizations/{orgId}. */
export const OrganizationPatch = z.object({
  name: Name.optional().describe('The name'),
  webhookUrl: clearable(HttpUrl).describe(
    'Where to send the events of batches without their own webhookUrl; null removes it',
  ),
  brandId: clearable(idInput('brand')).describe(
    'The brand that all videos wear, unless the artist, the batch or the render has another; null removes it',
  ),
})
export type OrganizationPatch = z.infer<typeof OrganizationPatch>

/** The organization record; authToken is the token that this very request presented. */
export const Organization = z.object({
  orgId: idOf('organization').describe('Id of the organization'),
  name: z.string().describe('The name'),
  authToken: z.string().meta({
    description: 'The token that this request presented; for a scoped key, only how it begins',
    example: 'srl_live_9fJ2…',
  }),
  webhookUrl: z.string().nullable().describe('Where events are sent; null for nowhere'),
  brandId: idOf('brand').optional().describe('The brand that all videos wear; absent if none is set'),
})
export type Organization = z.infer<typeof Organization>

/** Body of POST /v1/organizations/{orgId}/auth-token/rotate. */
export const TokenRotation = z.object({
  graceSecs: z
    .number()
    .int()
    .min(0)
    .max(WEEK_SECS)
    .default(DAY_SECS)
    .meta({ description: 'How long the old token keeps working' }),
})
export type TokenRotation = z.infer<typeof TokenRotation>
