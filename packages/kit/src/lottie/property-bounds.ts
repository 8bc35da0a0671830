import { type Json, readRecord, readRecords } from './lottie-file.ts'

/** The largest number that a property holds, in any moment; 0 if there is none. */
export function findMost(property: unknown): number {
  return listMoments(property).reduce((most, numbers) => Math.max(most, ...numbers.map(Math.abs)), 0)
}

/** The largest product of a size's two sides. */
export function findMostArea(property: unknown): number {
  const areas = listMoments(property).map(([width = 0, height = width]) => Math.abs(width * height))
  return Math.max(0, ...areas)
}

/** How much larger a transform makes what it holds, at most; 1 where it says nothing. */
export function findScale(transform: Json | undefined): number {
  const scales = listMoments(transform?.s).map(([x = 100, y = x]) => Math.sqrt(Math.abs(x * y)) / 100)
  return scales.length === 0 ? 1 : Math.max(...scales)
}

/** The values of a property: the one that it always has, or those of its keyframes. */
function listMoments(property: unknown): number[][] {
  const value = readRecord(property)?.k ?? property
  const own = readNumbers(value)
  if (own) return [own]
  return readRecords(value).flatMap(({ s, e }) =>
    [s, e].map(readNumbers).filter((each) => each !== undefined),
  )
}

function readNumbers(value: unknown): number[] | undefined {
  if (typeof value === 'number') return [value]
  const isList = Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === 'number')
  return isList ? value : undefined
}
