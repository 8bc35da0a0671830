import { z } from 'zod'
import { idInput, idOf } from './ids.ts'
import { clearable, Name } from './text.ts'
import { HttpUrl } from './url.ts'

const WEEK_SECS = 604_800
const DAY_SECS = 86_400

/** Path of one organization; `me` stands for the token's own. */
export const OrganizationPath = z.object({ orgId: idInput('organization') })
export type OrganizationPath = z.infer<typeof OrganizationPath>

/** Body of POST /v1/organizations (operator only). */
export const OrganizationInput = z.object({ name: Name, webhookUrl: HttpUrl.optional() })
export type OrganizationInput = z.infer<typeof OrganizationInput>

/** Body of PUT and PATCH /v1/organizations/{orgId}. */
export const OrganizationPatch = z.object({ name: Name.optional(), webhookUrl: clearable(HttpUrl) })
export type OrganizationPatch = z.infer<typeof OrganizationPatch>

/** The organization record; authToken is the token that this very request presented. */
export const Organization = z.object({
  orgId: idOf('organization'),
  name: z.string(),
  authToken: z.string(),
  webhookUrl: z.string().nullable(),
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
