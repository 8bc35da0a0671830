import { createLook, describeFaults, parseLook, writeLookUrl } from '@songreel/kit/look'
import type { LoadedTemplate } from '@songreel/templates'
import type { Services } from '../services.ts'
import { listDeletedLooks } from '../store/deleted-looks.ts'
import { findLooks, findNewestVersion, type LookVersion, listLooks, type StoredLook } from '../store/looks.ts'
import type { Source } from '../store/statement.ts'

/** A template that an organization may use: one of this server, or a look of its own, which lies in no folder. */
export type OfferedTemplate = Omit<LoadedTemplate, 'folder'> & { folder?: string }

/** One in a list; a look that was deleted says when. */
export type ListedTemplate = OfferedTemplate & { deletedAt?: string | undefined }

/** Every template that an organization may use, by its contentId: first those of the server. */
export type OfferedTemplates = ReadonlyMap<string, OfferedTemplate>

/** What templates are found with; `db` may be a transaction. */
export type TemplateDeps = Pick<Services, 'templates' | 'ongoing' | 'log'> & { db: Source }

/** The templates of an organization: this server's, and the newest versions of its own looks. Nobody else sees those. */
export async function findTemplates(services: TemplateDeps, orgId: string): Promise<OfferedTemplates> {
  const versions = await listLooks(services.db, orgId)
  if (versions.length === 0) return services.templates
  const own = await loadLooks(services, orgId, versions)
  return new Map([
    ...services.templates,
    ...own.map((loaded) => [loaded.template.contentId, loaded] as const),
  ])
}

/** The looks of an organization that were deleted and can be restored. */
export async function findDeletedLooks(
  services: TemplateDeps & Pick<Services, 'config'>,
  orgId: string,
): Promise<ListedTemplate[]> {
  const deleted = await listDeletedLooks(services.db, orgId, services.config.retentionDays)
  const times = new Map(deleted.map(({ contentId, deletedAt }) => [contentId, deletedAt]))
  const looks = await loadLooks(services, orgId, deleted)
  return looks.map((loaded) => ({ ...loaded, deletedAt: times.get(loaded.template.contentId) }))
}

/** The template that a video is made with. A look that was hidden since is still there for what was ordered before. */
export async function findOrderedTemplate(
  services: TemplateDeps,
  orgId: string,
  contentId: string,
): Promise<OfferedTemplate | undefined> {
  const newest = await findNewestVersion(services.db, orgId, contentId)
  const [own] = newest ? await loadLooks(services, orgId, [newest]) : []
  return own ?? services.templates.get(contentId)
}

/** The templates of videos that exist: some may have been made with looks that are hidden since. */
export async function findUsedTemplates(
  services: TemplateDeps,
  orgId: string,
  contentIds: Iterable<string>,
): Promise<OfferedTemplates> {
  const templates = new Map(await findTemplates(services, orgId))
  for (const contentId of new Set(contentIds)) {
    if (templates.has(contentId)) continue
    const hidden = await findOrderedTemplate(services, orgId, contentId)
    if (hidden) templates.set(contentId, hidden)
  }
  return templates
}

/** One version of a look, hidden or not, as long as it is kept. */
export async function findLookVersion(
  services: TemplateDeps,
  orgId: string,
  version: LookVersion,
): Promise<OfferedTemplate | undefined> {
  const [own] = await loadLooks(services, orgId, [version])
  return own
}

async function loadLooks(
  services: TemplateDeps,
  orgId: string,
  versions: readonly LookVersion[],
): Promise<OfferedTemplate[]> {
  const { looks } = services.ongoing
  const nameOf = ({ contentId, version }: LookVersion) => `${orgId} ${contentId} ${version}`
  // Taken now: those that are kept next may push others out.
  const known = new Map(versions.map((version) => [nameOf(version), looks.find(nameOf(version))]))
  const missing = versions.filter((version) => !known.get(nameOf(version)))
  const read = missing.length > 0 ? await findLooks(services.db, orgId, missing) : []
  const made = new Map(read.map((stored) => [nameOf(stored), makeTemplate(services, orgId, stored)]))
  for (const [name, template] of made) if (template) looks.keep(name, template)
  return versions.flatMap((version) => made.get(nameOf(version)) ?? known.get(nameOf(version)) ?? [])
}

/** A look was checked when it was sent; one that a later version of this program does not take is not offered. */
function makeTemplate(
  { log }: TemplateDeps,
  orgId: string,
  { contentId, version, definition }: StoredLook,
): OfferedTemplate | undefined {
  const named = { ...definition, contentId, version }
  const { look, faults } = parseLook(named)
  if (look) return { template: createLook(look), url: writeLookUrl(named) }
  log.warn({ orgId, contentId, version, faults: describeFaults(faults) }, 'a stored look cannot be used')
  return undefined
}
