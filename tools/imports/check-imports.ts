import { DOORS, LEVELS, OUTSIDE } from './arrows.ts'
import type { Import } from './read-imports.ts'

/** What is wrong with these imports, one line each: where, what, and what is allowed. */
export function checkImports(imports: readonly Import[]): string[] {
  return imports.flatMap((each) => {
    const problem = isOurs(each.specifier)
      ? checkDoor(each)
      : each.to
        ? checkFile(each, each.to)
        : checkOutside(each)
    return problem ? [`${each.from}:${each.line} imports ${each.specifier}: ${problem}`] : []
  })
}

function isOurs(specifier: string): boolean {
  return specifier.startsWith('@songreel/')
}

/** Tests, and what only they and evaluations use, may look into every room of their own package. */
function isTest(file: string): boolean {
  return /\.test\.tsx?$/.test(file) || /^packages\/[^/]+\/(testing|eval)\//.test(file)
}

/** The package of a file, or bench, tools. */
function findHome(file: string): string {
  return /^packages\/([^/]+)/.exec(file)?.[1] ?? file.slice(0, file.indexOf('/'))
}

function checkDoor({ from, specifier }: Import): string | undefined {
  if (isTest(from)) return undefined
  const may = DOORS.find(({ of }) => from.startsWith(of))?.may
  if (!may || may.some((door) => specifier === `@songreel/${door}`)) return undefined
  return may.length > 0 ? `of ours it may import only ${may.join(', ')}` : 'it may import nothing of ours'
}

function checkFile({ from }: Import, to: string): string | undefined {
  const home = findHome(from)
  // Tests compare what a tool makes with what is kept.
  if (isTest(from) && to.startsWith('tools/')) return undefined
  // Benchmarks and tools measure and make what is inside; they are never published.
  if (home === 'bench' || home === 'tools') return undefined
  if (home !== findHome(to)) return `past the door of ${findHome(to)}; import it as @songreel/${findHome(to)}`
  if (isTest(from)) return undefined
  if (isTest(to)) return 'that is only for tests'
  const levels = LEVELS[home]
  if (!levels) return undefined
  const [own, other] = [findRoom(home, from), findRoom(home, to)]
  if (own === other) return undefined
  const [above, below] = [findLevel(levels, own), findLevel(levels, other)]
  if (above === undefined || below === undefined)
    return `${above === undefined ? own : other} has no level in tools/imports/arrows.ts`
  return above < below || isBothUnnamed(levels, own, other) ? undefined : `${own} is not above ${other}`
}

/** A package's folder, or the file beside its folders. */
function findRoom(home: string, file: string): string {
  const [, name = ''] = new RegExp(`^packages/${home}/(?:src/)?([^/]+)`).exec(file) ?? []
  return name
}

function findLevel(levels: string[][], room: string): number | undefined {
  const find = (name: string) => levels.findIndex((level) => level.includes(name))
  const named = find(room)
  if (named >= 0) return named
  return room.endsWith('.ts') && find('*') >= 0 ? find('*') : undefined
}

/** Files that are not named form one room. */
function isBothUnnamed(levels: string[][], own: string, other: string): boolean {
  const isUnnamed = (room: string) => room.endsWith('.ts') && !levels.some((level) => level.includes(room))
  return isUnnamed(own) && isUnnamed(other)
}

function checkOutside({ from, specifier }: Import): string | undefined {
  if (isTest(from) || !from.startsWith('packages/')) return undefined
  const place = `${findHome(from)}/${findRoom(findHome(from), from)}`
  const rule = OUTSIDE.find(({ module }) => fits(specifier, module))
  if (rule?.only && !rule.only.includes(place)) return `only ${rule.only.join(', ')} may: ${rule.why}`
  if (rule?.except?.includes(place)) return undefined
  if (rule?.never?.some((each) => each === findHome(from) || isTemplate(each, place))) return rule.why
  return undefined
}

function fits(specifier: string, module: string): boolean {
  if (module.endsWith('*')) return specifier.startsWith(module.slice(0, -1))
  return specifier === module || specifier.startsWith(`${module}/`)
}

/** `templates/*`: the folder of a template, and not those who make and check them. */
function isTemplate(each: string, place: string): boolean {
  return each === 'templates/*' && /^templates\/(?!authoring$)[^.]+$/.test(place)
}
