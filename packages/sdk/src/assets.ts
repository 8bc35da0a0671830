import { type List, list } from './list.ts'
import type { Asset, AssetFilter, Plugin } from './records.ts'
import type { Result } from './result.ts'
import { at, type CallOptions, type Transport } from './transport.ts'

export type Assets = {
  get(assetId: string, options?: CallOptions): Promise<Result<Asset>>
  list(filter?: AssetFilter, options?: CallOptions): List<Asset>
}

export function createAssets(transport: Transport): Assets {
  const path = '/v1/assets'
  return {
    get: (assetId, options) => transport.get(at(path, assetId), options),
    list: (filter, options) => list(transport, path, filter, options),
  }
}

export type Plugins = {
  /** A link of a song to another platform. */
  get(pluginId: string, options?: CallOptions): Promise<Result<Plugin>>
}

export function createPlugins({ get }: Transport): Plugins {
  return {
    get: (pluginId, options) => get(at('/v1/plugins', pluginId), options),
  }
}
