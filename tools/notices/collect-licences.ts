import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type InstalledPackage, readInstalled } from '../sbom/read-lock.ts'

/** A licence's text, and who used it. */
export type LicenceText = {
  text: string
  users: { name: string; licence: string; copyrights: string[] }[]
}

/** A package that brings no text. */
export type Textless = { name: string; licence: string; author: string }

const FILES = /^(licen[cs]e|copying|notice|unlicense|ofl)/i
const COPYRIGHT = /^\W*(copyright\b|\(c\)|©)/i
/** What some put above the same text. */
const HEADING =
  /^\W*((the )?(mit|isc|bsd)( \d-clause)?( \(mit\))? ?licen[cs]e( \(mit\))?|licen[cs]e|all rights reserved)\W*$/i

/** The licence files of everything that is installed with Songreel. A text that many share, but for the line with the holder, comes once. */
export function collectLicences(root: string): { texts: LicenceText[]; textless: Textless[] } {
  const byText = new Map<string, LicenceText>()
  const textless: Textless[] = []
  for (const each of listPackages(root)) {
    const folder = join(root, each.path)
    const files = readdirSync(folder)
      .filter((file) => FILES.test(file) && !/\.(c?js|ts)$/.test(file))
      .sort()
    if (files.length === 0) textless.push(describeTextless(each, folder))
    for (const file of files) {
      const { text, copyrights } = split(readFileSync(join(folder, file), 'utf8'))
      const key = text.replaceAll(/[\s#*`_]+/g, ' ').toLowerCase()
      const known = byText.get(key) ?? { text, users: [] }
      byText.set(key, known)
      const user = { name: each.name, licence: each.licence, copyrights }
      // Several versions of a package, or the same text twice in it.
      if (!known.users.some((other) => JSON.stringify(other) === JSON.stringify(user))) known.users.push(user)
    }
  }
  // Not by how many use them, which would move whole texts whenever a package comes or goes.
  return { texts: [...byText.values()].sort(compare), textless }
}

function compare(a: LicenceText, b: LicenceText): number {
  return (a.users[0]?.name ?? '') < (b.users[0]?.name ?? '') ? -1 : 1
}

/** By name, each kind of machine's package as one: they have the same texts, and only one is installed here. */
function listPackages(root: string): InstalledPackage[] {
  const others = readInstalled(root).filter(({ isOurs }) => !isOurs)
  const installed = others.filter(({ path }) => existsSync(join(root, path)))
  const named = installed.map((each) => ({ ...each, name: toFamily(each.name) }))
  const missing = others.filter(({ name }) => !named.some((each) => each.name === toFamily(name)))
  if (missing.length > 0) throw new Error(`Not installed: ${missing.map(({ name }) => name).join(', ')}`)
  return named
}

function toFamily(name: string): string {
  return name.replace(/(?<=linux-)(x64|arm64)/, '*')
}

function describeTextless({ name, licence }: InstalledPackage, folder: string): Textless {
  const { author, contributors } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const person = author ?? contributors?.[0]
  return { name, licence, author: (typeof person === 'object' ? person.name : person) ?? 'its authors' }
}

/** Takes the lines that name the holder out of a text. */
function split(file: string): { text: string; copyrights: string[] } {
  const lines = file.replaceAll('\r', '').replaceAll('\u00a0', ' ').split('\n')
  const isHolder = (line: string) => COPYRIGHT.test(line) && !/notice|\[yyyy\]|owner or|holder/i.test(line)
  const copyrights = lines.filter(isHolder).map((line) => line.trim())
  const rest = lines.filter((line) => !isHolder(line) && !HEADING.test(line))
  const text = rest
    .map((line) => line.trimEnd())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
  return { text, copyrights }
}
