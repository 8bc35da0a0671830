import { type List, list } from './list.ts'
import type { Result } from './result.ts'
import { at, type CallOptions, type Transport } from './transport.ts'

/** What the kinds of record in the catalogue have of their own. */
export type CatalogueTypes = {
  input: object
  patch: object
  filter: object
  created: object
  record: object
  updated: object
  deleted: object
}

/** Options of a DELETE on what can have records below it. */
export type DeleteOptions = CallOptions & {
  /** Also deletes the child records. */
  cascade?: boolean
}

/** The calls that artists, media bundles and media have in common. */
export type Catalogue<Types extends CatalogueTypes> = {
  create(input: Types['input'], options?: CallOptions): Promise<Result<Types['created']>>
  get(id: string, options?: CallOptions): Promise<Result<Types['record']>>
  /** Changes only what is sent; null clears a field. */
  update(id: string, patch: Types['patch'], options?: CallOptions): Promise<Result<Types['updated']>>
  list(filter?: Types['filter'], options?: CallOptions): List<Types['record']>
  delete(id: string, options?: DeleteOptions): Promise<Result<Types['deleted']>>
  /** Brings a deleted record back, within the retention time. */
  restore(id: string, options?: CallOptions): Promise<Result<Types['record']>>
}

/** The calls of one kind of record. */
export function createCatalogue<Types extends CatalogueTypes>(
  transport: Transport,
  path: string,
  idField: string,
): Catalogue<Types> {
  const { send, get, post } = transport
  return {
    create: (json, options) => post(path, json, options),
    get: (id, options) => get(at(path, id), options),
    update: (id, json, options) => send({ ...options, method: 'PATCH', path: at(path, id), json }),
    list: (filter, options) => list(transport, path, filter, options),
    delete: (id, { cascade, ...options } = {}) => {
      const ifGone = { [idField]: id, deleted: true }
      return send({ ...options, method: 'DELETE', path: at(path, id), query: { cascade }, ifGone })
    },
    restore: (id, options) => post(at(path, id, '/restore'), undefined, options),
  }
}
