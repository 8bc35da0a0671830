import { openStillsPool, type StillsPool } from '@songreel/render'
import { lendWorkFolder } from '../assets/work-folder.ts'

/** What draws the stills of previews: its children see nothing of the data folder but what is lent to them. */
export function openStills(dataDir: string): StillsPool {
  return openStillsPool({ lendFolder: () => lendWorkFolder(dataDir, 'stills'), closedFolders: [dataDir] })
}
