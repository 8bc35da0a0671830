import { boundedText } from './text.ts'

const RULE = 'must be an ISRC: two letters, three letters or digits, seven digits, for example USRC17607839'
/** With every separator that people write. */
const MAX_CHARACTERS = 40
const ISRC_FORM = /^[A-Z]{2}[A-Z0-9]{3}[0-9]{7}$/

/** Upper-cases a recording code and drops hyphens, spaces and a leading "ISRC". */
export function normaliseIsrc(value: string): string {
  return value
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s\p{Dash_Punctuation}]/gu, '')
    .replace(/^ISRC:?(?=.{12})/, '')
}

/** A recording code (ISO 3901) in its compact form. */
export const Isrc = boundedText(MAX_CHARACTERS, RULE)
  .transform(normaliseIsrc)
  .refine((value) => ISRC_FORM.test(value), { error: RULE })
  .meta({ example: 'USRC17607839' })
