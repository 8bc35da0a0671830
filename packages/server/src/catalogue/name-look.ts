import { toFileSlug } from '@songreel/contract'

/** With the prefix, and with a number behind it where the name is taken, within the 64 characters of a contentId. */
const MAX_CHARACTERS = 48

/** The id of a look that is called so: in capitals, other scripts as they sound. OWN_LOOK where nothing can be written so. */
export function nameLook(title: string): string {
  const slug = toFileSlug(title, MAX_CHARACTERS)
  return `OWN_${(slug || 'look').toUpperCase().replaceAll('-', '_')}`
}
