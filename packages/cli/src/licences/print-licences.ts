import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { createPaint, showSentence, showTable } from '../print.ts'
import { listPackages, type PackageFacts } from './list-packages.ts'

/** What a list of packages can't tell. docs/licences.md has it at length. */
const NOTES = [
  "Songreel's own sources are under the MIT licence.",
  'The FFmpeg inside @seydx/node-av-linux-* is under the GPL, version 3, with x264 and x265. Running it asks nothing of you, and your videos are yours alone. Whoever passes it on, in an image or a product, does so under the GPL, with its sources.',
  'That FFmpeg also holds fdk-aac, whose licence many hold to be incompatible with the GPL. Songreel never calls it: AAC is made by the encoder of FFmpeg itself.',
  'H.264 and AAC are covered by patents in some countries. WEBM (VP9 and Opus) is the output that is meant to be free of royalties.',
  'The song and the cover of songreel demo are CC0.',
]

/** Prints every package that is installed with this program, its licence, and what lies compiled inside. */
export async function printLicences({ json }: { json?: boolean }): Promise<void> {
  const packages = await listPackages(await realpath(join(import.meta.dirname, '..', '..')))
  const text = json ? JSON.stringify({ notes: NOTES, packages }, null, 2) : showLicences(packages)
  process.stdout.write(`${text}\n`)
}

function showLicences(packages: PackageFacts[]): string {
  const rows = packages.map(({ name, version, licence }) => [`  ${name}`, version, licence])
  const inside = packages.flatMap(({ name, contains = [] }) =>
    contains.length === 0
      ? []
      : [
          '',
          `  Inside ${name}:`,
          ...showTable(contains.map((part) => [`    ${part.name}`, part.version ?? '-', part.licence])),
        ],
  )
  const { columns = 100 } = process.stdout
  const notes = NOTES.map((note) => showSentence('none', note, createPaint(process.stdout), columns))
  return ['', ...notes, '', ...showTable(rows), ...inside, ''].join('\n')
}
