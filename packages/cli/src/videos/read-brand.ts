import { access } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { type BrandFiles, type BrandPlan, probeMedia } from '@songreel/render'
import { z } from 'zod'
import { inputError, usageError } from '../cli-error.ts'
import { cleanText } from '../print.ts'
import { readJsonFile } from '../songs/read-json-file.ts'
import { describeIssue } from './describe-issue.ts'

/** A brand as the engine takes it. */
export type LocalBrand = { brand: BrandPlan; files: BrandFiles }

/** What a file of a brand looks like. */
const BRAND_EXAMPLE = '{"name": "Night Harbour", "logoUrl": "logo.svg", "colors": {"accent": "#ff3366"}}'

const Colour = z.string().regex(/^#[0-9a-fA-F]{6}$/, 'must be a colour such as #ff3366')
const File = z.string().min(1).max(4096).optional()

/** The fields of `POST /v1/brands`, whose addresses are files here. */
const BrandFile = z.strictObject({
  name: z.string().min(1).max(120),
  logoUrl: File,
  logoDarkUrl: File,
  logoAnimationUrl: File,
  titleFontUrl: File,
  textFontUrl: File,
  introUrl: File,
  outroUrl: File,
  endCardAnimationUrl: File,
  colors: z
    .strictObject({
      background: Colour.optional(),
      text: Colour.optional(),
      accent: Colour.optional(),
      accent2: Colour.optional(),
    })
    .optional(),
  logo: z
    .strictObject({
      place: z.enum(['TOP_LEFT', 'TOP_RIGHT', 'BOTTOM_LEFT', 'BOTTOM_RIGHT', 'AUTO']).default('AUTO'),
      size: z.enum(['SMALL', 'MEDIUM', 'LARGE']).default('MEDIUM'),
      opacity: z.number().min(0.1).max(1).default(1),
      shows: z.enum(['ALWAYS', 'START', 'END']).default('ALWAYS'),
    })
    .optional(),
  endCard: z
    .strictObject({
      text: z.string().min(1).max(120).optional(),
      linkUrl: z.url({ protocol: /^https?$/ }).optional(),
      secs: z.number().min(1).max(10).optional(),
    })
    .optional(),
})

/** Reads a brand from a JSON file; its own files stand beside it, or wherever their paths lead from there. */
export async function readBrand(path: string): Promise<LocalBrand> {
  const given = await readJsonFile(path, BRAND_EXAMPLE)
  const parsed = BrandFile.safeParse(given)
  if (!parsed.success)
    throw usageError(`${cleanText(path)}: ${describeFault(parsed.error.issues[0], given)}.`)
  const { name, colors, logo, endCard, ...urls } = parsed.data
  const files: BrandFiles = {}
  for (const [field, file] of Object.entries(urls)) {
    if (file === undefined) continue
    const found = resolve(dirname(path), file)
    await access(found).catch((error) => {
      throw inputError(
        `${cleanText(path)} names ${cleanText(file)} as ${field}, which does not exist.`,
        error,
      )
    })
    const name = FILE_NAMES[field as keyof typeof FILE_NAMES]
    // Drawn in a contained process before anything relies on it, as after an upload: what is too dear is refused here.
    if (name === 'logoAnimation' || name === 'endCardAnimation')
      await probeMedia(found, { expect: 'ANIMATION' })
    files[name] = found
  }
  return {
    brand: {
      name,
      ...(colors && { colors: dropAbsent(colors) }),
      ...(logo && { logo }),
      ...((endCard ?? files.endCardAnimation) && { endCard: dropAbsent(endCard ?? {}) }),
    },
    files,
  }
}

const FILE_NAMES = {
  logoUrl: 'logo',
  logoDarkUrl: 'logoDark',
  logoAnimationUrl: 'logoAnimation',
  titleFontUrl: 'titleFont',
  textFontUrl: 'textFont',
  introUrl: 'intro',
  outroUrl: 'outro',
  endCardAnimationUrl: 'endCardAnimation',
} as const satisfies Record<string, keyof BrandFiles>

function describeFault(issue: z.core.$ZodIssue | undefined, given: unknown): string {
  if (!issue) return 'it is no brand'
  if (issue.code === 'unrecognized_keys') return `there is no field ${issue.keys.map(cleanText).join(', ')}`
  return describeIssue(issue, given)
}

type Present<Fields> = { [Key in keyof Fields]?: Exclude<Fields[Key], undefined> }

function dropAbsent<Fields extends object>(fields: Fields): Present<Fields> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Present<Fields>
}
