import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'

const ROOT = path.resolve(import.meta.dirname, '..')
const PAGES = globSync(['*.md', 'docs/**/*.md', 'ops/*.md', 'packages/*/README.md'], { cwd: ROOT })

test('every link in the pages leads somewhere', () => {
  const broken = PAGES.flatMap((page) =>
    [...read(page).matchAll(/\]\((?!https?:)([^)#]*)#?([^)]*)\)/g)]
      .filter(([, to = '', anchor = '']) => !leadsSomewhere(page, to, anchor))
      .map(([link]) => `${page}: ${link}`),
  )
  assert.deepEqual(broken, [])
})

/** Pages that name files; a path may leave out what its context says. */
const MAPS = ['ARCHITECTURE.md', 'CONTRIBUTING.md', 'docs/glossary.md', 'docs/templates.md']
const BASES = [
  '',
  'packages',
  'packages/audio/src',
  'packages/kit/src',
  'packages/render/src',
  'packages/server/src',
]

test('every file and folder that the maps of the code name exists', () => {
  const missing = MAPS.flatMap((page) =>
    [...read(page).matchAll(/`([a-z][\w-]*(?:\/[\w.-]+)+\/?)`/g)]
      .map(([, name = '']) => name)
      .filter((name) => !isFile(name))
      .map((name) => `${page}: ${name}`),
  )
  assert.deepEqual(missing, [])
})

function isFile(name: string): boolean {
  const paths = [
    ...BASES.map((base) => path.join(base, name)),
    path.join('packages', name.replace('/', '/src/')),
  ]
  return (
    paths.some((file) => existsSync(path.join(ROOT, file)) || existsSync(path.join(ROOT, `${file}.ts`))) ||
    isExport(name)
  )
}

/** What a package offers may have another name than its file. */
function isExport(name: string): boolean {
  const [folder = '', ...rest] = name.split('/')
  const description = path.join('packages', folder, 'package.json')
  if (!existsSync(path.join(ROOT, description))) return false
  return `./${rest.join('/')}` in (JSON.parse(read(description)).exports ?? {})
}

function read(page: string): string {
  return readFileSync(path.join(ROOT, page), 'utf8').replaceAll(/```.*?```/gs, '')
}

function leadsSomewhere(page: string, to: string, anchor: string): boolean {
  const target = to === '' ? page : path.join(path.dirname(page), to)
  if (!existsSync(path.join(ROOT, target))) return false
  if (anchor === '') return true
  const headings = [...read(target).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading)
  return headings.some(
    (heading) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\w\- ]/g, '')
        .replaceAll(' ', '-') === anchor,
  )
}
