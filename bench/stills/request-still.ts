import type { Stack } from '../service/stack.ts'

/** How long stills took from the change that they show. */
export type StillTimes = { name: string; ms: number[] }

/** Asks for a still and reads all of it; a refusal ends the benchmark. */
export async function requestStill(
  { api, headers }: Stack,
  where: string,
  body: object,
): Promise<ArrayBuffer> {
  const response = await fetch(api.url + where, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`${where}: ${await response.text()}`)
  return response.arrayBuffer()
}
