import { realpathSync } from 'node:fs'
import { relative } from 'node:path'
import type { Templates } from '@songreel/templates'
import { loadAllTemplates, TemplateFolderError } from '@songreel/templates/own'
import type { Config } from '../config/config.ts'
import { StartError } from '../start-error.ts'

/** The templates of this server. A fault in one of the operator's own is found at the start, not by a client. */
export async function openTemplates({ templates: places, dataDir }: Config): Promise<Templates> {
  try {
    const templates = await loadAllTemplates(places)
    for (const { folder } of templates.values()) refuseInside(dataDir, folder)
    return templates
  } catch (error) {
    if (!(error instanceof TemplateFolderError)) throw error
    throw new StartError('SETTING_UNUSABLE', { message: error.message, cause: error })
  }
}

/** Renders must read the template and must not see the data. */
function refuseInside(dataDir: string, folder: string): void {
  if (relative(realpathSync(dataDir), realpathSync(folder)).startsWith('..')) return
  throw new TemplateFolderError([
    `${folder}: it lies in the data folder, which renders must not see; move it elsewhere`,
  ])
}
