import { createLook, type Look, lookSchema, writeLookUrl } from '@songreel/kit/look'
import type { OfferedTemplate } from '../catalogue/find-templates.ts'
import { readLookInput } from '../catalogue/look-input.ts'

/** The name of a look that has none yet. Chance depends on it, so that one which has a name keeps it. */
const DRAFT = 'OWN_DRAFT'

/** Makes a template of a look that is stored nowhere; what is wrong with it is told before anything is drawn. */
export function loadDraft(sent: Record<string, unknown>): OfferedTemplate {
  const { data: contentId = DRAFT } = lookSchema.shape.contentId.safeParse(sent.contentId)
  const named = { ...readLookInput(sent, 'look'), contentId }
  const look: Look = lookSchema.parse(named)
  return { template: createLook(look), url: writeLookUrl(named) }
}
