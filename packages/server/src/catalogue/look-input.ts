import { type LookFault, parseLook } from '@songreel/kit/look'
import { ServiceError } from '../errors.ts'
import type { LookDefinition } from '../store/looks.ts'

/** The longest id and version that a look can get: they travel with it, and all of it has its bounds. */
const LONGEST_NAME = { contentId: `OWN_${'X'.repeat(60)}`, version: 1_000_000 }

/** Longer ones are refused anyway. */
const MOST_UNITS = 4096

/**
 * Checks a look that somebody sent, before anything of it is drawn or stored: all of its faults at once, each with its path in
 * the JSON. Its name and version are issued here, so those that it brings do not count. `field` is where it was sent, if it is
 * not the whole body.
 */
export function readLookInput(input: Record<string, unknown>, field = ''): LookDefinition {
  const { contentId: _, version: __, ...sent } = input
  const definition = { ...sent, ...tidyText(sent, 'title'), ...tidyText(sent, 'description') }
  const { faults } = parseLook({ ...definition, ...LONGEST_NAME })
  if (faults) throw refuse(faults, field)
  return definition
}

/** As all texts of the API: composed characters, and nothing around them. */
function tidyText(sent: Record<string, unknown>, name: string): Record<string, string> {
  const text = sent[name]
  return typeof text === 'string' && text.length <= MOST_UNITS ? { [name]: text.normalize('NFC').trim() } : {}
}

function refuse(faults: readonly LookFault[], field: string): ServiceError {
  const details = faults.map(({ path, message, advice }) => {
    const place = [field, path].filter(Boolean).join('.') || 'look'
    return { field: place, code: 'INVALID', message: `${place}: ${message} ${advice}` }
  })
  const places = [...new Set(details.map((detail) => detail.field))].join(', ')
  const message =
    details.length === 1 ? details[0]?.message : `${details.length} faults were found, in: ${places}.`
  return new ServiceError('LOOK_INVALID', { message, details })
}
