import { existsSync, globSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'

/** `fast`: what `npm test` runs; `slow`: the files named `*.slow.test.ts`. */
export type Kind = 'fast' | 'slow' | 'all'

const PLACES = ['packages/*/{src,testing}', 'tools']
const SLOW = /\.slow\.test\.tsx?$/

/** Every test file of this kind, from the root, in order. */
export function listTests(root: string, kind: Kind): string[] {
  const files = PLACES.flatMap((place) => globSync(`${place}/**/*.test.{ts,tsx}`, { cwd: root }))
  return files.filter((file) => kind === 'all' || SLOW.test(file) === (kind === 'slow')).sort()
}

/**
 * The tests that these words name: files, folders or packages. A word that names a test file itself gets it, however
 * slow it is. `cwd` is where the command was given.
 */
export function pickTests(root: string, kind: Kind, words: string[], cwd: string): string[] {
  const tests = listTests(root, kind)
  if (words.length === 0) return tests
  const picked = words.flatMap((word) => {
    const place = findPlace(root, word, cwd)
    if (place === undefined) throw new Error(`There is no file, folder or package ${word}.`)
    return listTests(root, 'all').includes(place)
      ? [place]
      : tests.filter((test) => place === '' || test.startsWith(`${place}/`))
  })
  if (picked.length === 0)
    throw new Error(`No ${kind === 'all' ? '' : `${kind} `}test is in ${words.join(', ')}.`)
  return [...new Set(picked)].sort()
}

/** A word is a path from here, a path from the root, or the name of a package. */
function findPlace(root: string, word: string, cwd: string): string | undefined {
  const name = word.replace(/^@songreel\//, '')
  const path = [resolve(cwd, word), join(root, word), join(root, 'packages', name)].find((each) =>
    existsSync(each),
  )
  return path === undefined ? undefined : relative(root, path)
}
