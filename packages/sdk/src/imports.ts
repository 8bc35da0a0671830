import type { Imported, ImportRow } from './records.ts'
import type { Result } from './result.ts'
import type { CallOptions, Transport } from './transport.ts'

/** Options of an import. */
export type ImportOptions = CallOptions & {
  /** Checks everything and stores nothing. */
  dryRun?: boolean
}

export type CatalogueImports = {
  /** Brings up to 100 songs with their albums and artists into the catalogue; each row has its own result. Safe to repeat. */
  import(rows: ImportRow[], options?: ImportOptions): Promise<Result<Imported>>
}

export function createImports({ send }: Transport): CatalogueImports {
  return {
    import: (rows, { dryRun, ...options } = {}) =>
      send({ ...options, method: 'POST', path: '/v1/catalogue/import', query: { dryRun }, json: { rows } }),
  }
}
