import { createLook, LOOK_LIMITS, type LookFault, parseLook, writeLookUrl } from '@songreel/kit/look'
import type { LoadedTemplate } from '@songreel/templates'
import { ServiceError } from '../errors.ts'

/** The name of a look that has none yet. Chance depends on it, so that one which has a name keeps it. */
const DRAFT = 'OWN_DRAFT'

/** Makes a template of a look that is stored nowhere; what is wrong with it is told before anything is drawn. */
export function loadDraft(definition: Record<string, unknown>): LoadedTemplate {
  const named = { ...definition, contentId: definition.contentId ?? DRAFT }
  const bytes = Buffer.byteLength(JSON.stringify(named))
  if (bytes > LOOK_LIMITS.bytes) {
    const advice = `At most ${LOOK_LIMITS.bytes} are taken.`
    throw refuse([{ path: '', message: `The look has ${bytes} bytes.`, advice }])
  }
  const { look, faults } = parseLook(named)
  if (faults) throw refuse(faults)
  return { template: createLook(look), url: writeLookUrl(named), folder: '' }
}

function refuse(faults: readonly LookFault[]): ServiceError {
  const details = faults.map(({ path, message, advice }) => {
    const field = path === '' ? 'look' : `look.${path}`
    return { field, code: 'INVALID', message: `${field}: ${message} ${advice}` }
  })
  return new ServiceError('LOOK_INVALID', { message: details[0]?.message, details })
}
