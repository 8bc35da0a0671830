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
  name: Name.describe('What it is called'),
  webhookUrl: HttpUrl.optional().describe('Where events go of batches without an address of their own'),
})
export type OrganizationInput = z.infer<typeof OrganizationInput>

/** Body of PUT and PATCH /v1/organizations/{orgId}. */
export const OrganizationPatch = z.object({
  name: Name.optional().describe('What it is called'),
  webhookUrl: clearable(HttpUrl).describe(
    'Where events go of batches without an address of their own; null takes it away',
  ),
})
export type OrganizationPatch = z.infer<typeof OrganizationPatch>

/** The organization record; authToken is the token that this very request presented. */
export const Organization = z.object({
  orgId: idOf('organization').describe('Names the organization'),
  name: z.string().describe('What it is called'),
  authToken: z.string().meta({
    description: 'The very token that this request presented; for a narrower key only how it begins',
    example: 'srl_live_9fJ2…',
  }),
  webhookUrl: z.string().nullable().describe('Where events go; null for nowhere'),
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
    .meta({ description: 'How long the old token goes on working' }),
})
export type TokenRotation = z.infer<typeof TokenRotation>
