import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { EMBEDDING_PACKAGES } from '../../packages/cli/src/licences/embedding-packages.ts'
import { collectLicences, type LicenceText, type Textless } from './collect-licences.ts'

const TEXTS = join(import.meta.dirname, 'texts')

/** Texts that no package brings: licences that ask to come along, and those of the compiled parts that Songreel runs. */
const COMPILED = [
  'GPL-3.0',
  'LGPL-3.0',
  'LGPL-2.1',
  'MPL-2.0',
  'FDK-AAC',
  'PostgreSQL',
  'Skia',
  'dav1d',
  'libopus',
  'libvpx',
]

const RULER = '='.repeat(100)

/** Writes the notices of everything that is installed with Songreel. Versions are left to the bill of materials: they change nothing here. */
export function writeNotices(root: string): string {
  const { texts, textless } = collectLicences(root)
  return [
    HEAD,
    title('1. Packages, by the text of their licence'),
    ...texts.map(showText),
    title('2. Packages without a licence file'),
    textless.map(showTextless).join('\n'),
    title('3. What is compiled into packages'),
    ...EMBEDDING_PACKAGES.map(showParts),
    title('4. Texts for part 3'),
    'Of the other libraries in part 3, the text is at the address that stands there.',
    ...COMPILED.map(
      (name) => `${RULER}\n${name}\n\n${readFileSync(join(TEXTS, `${name}.txt`), 'utf8').trim()}`,
    ),
    title('5. Numbers in our own packages'),
    `@songreel/kit: the detectors of faces (paint/face-cascades.ts), trained for OpenCV, https://opencv.org\n\n${readFileSync(join(TEXTS, 'OpenCV.txt'), 'utf8').trim()}`,
    '',
  ].join('\n\n')
}

const HEAD = `Songreel: notices of third parties

Songreel's own sources are under the MIT licence (LICENSE). This file has the licences of what is installed with it, on Linux, x64
and arm64. docs/licences.md says what they ask of you; \`songreel licences\` lists your installation, with versions.

Written by \`npm run notices\`.`

function title(text: string): string {
  return `${RULER}\n${text}\n${RULER}`
}

function showText({ text, users }: LicenceText): string {
  const lines = users.flatMap(({ name, licence, copyrights }) => [
    `${name} (${licence})`,
    ...copyrights.map((line) => `    ${line}`),
  ])
  return `${lines.join('\n')}\n\n${text}\n\n${'-'.repeat(100)}`
}

function showTextless({ name, licence, author }: Textless): string {
  return `${name}: ${licence}, by ${author}`
}

function showParts({ start, note, parts }: (typeof EMBEDDING_PACKAGES)[number]): string {
  const rows = parts.map(
    ({ name, licence, source, only }) => `  ${name}${only ? ` (${only})` : ''}: ${licence}, ${source}`,
  )
  return [`${start}*`, ...(note ? [note] : []), '', ...rows].join('\n')
}
