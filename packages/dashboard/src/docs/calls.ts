import type { ApiDocument, Operation, Parameter } from '../docs-renderer.ts'

/** A call with its place. */
export type Call = { method: string; path: string; operation: Operation }

/** Every call of the API. */
export function listCalls({ paths }: ApiDocument): Call[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  )
}

/** The parameters of a call; those that several share are found by their name. */
export function listParameters({ parameters = [] }: Operation, { components }: ApiDocument): Parameter[] {
  return parameters.map((parameter) =>
    parameter.$ref ? (components.parameters[parameter.$ref.split('/').at(-1) ?? ''] ?? parameter) : parameter,
  )
}
