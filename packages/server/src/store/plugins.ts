import type { Plugin } from '@songreel/contract'
import { notFound } from '../errors.ts'
import { newRecord } from './new-id.ts'
import type { Db } from './schema.ts'
import { type Source, statement } from './statement.ts'

const find = statement<Plugin>(
  `select plugin_id as "pluginId", platform, url, external_id as "externalId", kind
   from plugins where plugin_id = $pluginId and org_id = $orgId`,
)
const insert = statement(
  `insert into plugins (plugin_id, org_id, platform, url, external_id, kind, created_at)
   values ($pluginId, $orgId, $platform, $url, $externalId, $kind, $createdAt)`,
)

/** Stores a platform link and returns its id. */
export async function insertPlugin(db: Db, orgId: string, plugin: Omit<Plugin, 'pluginId'>): Promise<string> {
  const { id, createdAt } = newRecord('plugin')
  await insert(db, { ...plugin, pluginId: id, orgId, createdAt })
  return id
}

/** One platform link. */
export async function getPlugin(source: Source, orgId: string, pluginId: string): Promise<Plugin> {
  const [plugin] = await find(source, { pluginId, orgId })
  if (!plugin) throw notFound('PLUGIN_NOT_FOUND', pluginId)
  return plugin
}
