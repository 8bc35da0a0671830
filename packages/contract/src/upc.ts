import { boundedText } from './text.ts'

/** With every separator that people write. */
const MAX_CHARACTERS = 40
const GTIN_LENGTHS = new Set([8, 12, 13, 14])

/** Whether the last digit of a GTIN (GS1 General Specifications, 7.9) fits the others. */
export function hasRightCheckDigit(digits: string): boolean {
  let sum = 0
  for (let index = digits.length - 2, weight = 3; index >= 0; index--, weight = 4 - weight) {
    sum += Number(digits[index]) * weight
  }
  return (10 - (sum % 10)) % 10 === Number(digits.at(-1))
}

/** A product code (UPC, EAN or GTIN), kept as a string because leading zeros count. */
export const Upc = boundedText(MAX_CHARACTERS, 'must have 8, 12, 13 or 14 digits')
  .transform((value) => value.normalize('NFKC').replace(/[\s-]/g, ''))
  .superRefine((value, context) => {
    const problem = findUpcProblem(value)
    if (problem) context.addIssue({ code: 'custom', message: problem, input: value })
  })
  .meta({ example: '602445790098' })

function findUpcProblem(value: string): string | undefined {
  if (!/^[0-9]+$/.test(value)) return 'must be digits only'
  if (!GTIN_LENGTHS.has(value.length)) return `must have 8, 12, 13 or 14 digits, not ${value.length}`
  if (!hasRightCheckDigit(value)) return 'has a wrong check digit (the last one); look for a mistyped digit'
  return undefined
}
