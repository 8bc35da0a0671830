import { medianOf } from './medians.ts'

/** What one request cost, in milliseconds of processor time. */
export type Cost = { apiMs: number; postgresMs: number }

/** Runs kinds of work in turns, so that whatever changes over time meets all of them alike; the median of each comes back. */
export async function interleave<Kind extends string>(
  rounds: number,
  kinds: Record<Kind, () => Promise<Cost>>,
): Promise<Record<Kind, Cost>> {
  const names = Object.keys(kinds) as Kind[]
  const seen = new Map<Kind, Cost[]>(names.map((name) => [name, []]))
  for (let round = 0; round < rounds; round++)
    for (const name of names) seen.get(name)?.push(await kinds[name]())
  return Object.fromEntries(names.map((name) => [name, medianCost(seen.get(name) ?? [])])) as Record<
    Kind,
    Cost
  >
}

/** The median of each part by itself. */
export function medianCost(costs: Cost[]): Cost {
  return {
    apiMs: medianOf(costs.map((cost) => cost.apiMs)),
    postgresMs: medianOf(costs.map((cost) => cost.postgresMs)),
  }
}
