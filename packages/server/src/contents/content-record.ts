import { readFile } from 'node:fs/promises'
import type { Content, ContentRecord, ListedContent, LookExamination } from '@songreel/contract'
import { z } from 'zod'
import type { FileLinks } from '../assets/file-links.ts'
import type { ListedTemplate, OfferedTemplate } from '../catalogue/find-templates.ts'
import type { StoredLook } from '../store/looks.ts'

/** Who reads it, and how addresses are made. */
export type Reader = { orgId: string; links: FileLinks; publicUrl: string }

/** A template as GET /v1/contents shows it. */
export function toListedContent({ deletedAt, ...loaded }: ListedTemplate, reader: Reader): ListedContent {
  const content = toContent(loaded, reader)
  return deletedAt ? { ...content, deletedAt } : content
}

function toContent(
  { template, folder, lookFile }: OfferedTemplate,
  { orgId, links, publicUrl }: Reader,
): Content {
  const { contentId, title, description, family, version, energy, aspectRatios } = template
  const { backgrounds, needs, defaults, example } = template
  const isOwn = folder === undefined
  const nameFile = (name: 'preview.png' | 'preview.mp4') =>
    isOwn
      ? links.linkToLook({ orgId, contentId, version }, name)
      : `${publicUrl}/contents/${contentId}/${name}`
  return {
    contentId,
    name: title,
    description,
    family,
    version,
    ...(isOwn && { isOwn }),
    ...((isOwn || lookFile !== undefined) && { hasLook: true }),
    energy,
    aspectRatios: aspectRatios === 'ALL' ? 'ALL' : [...aspectRatios],
    backgrounds: [...backgrounds],
    needs,
    requiredDataSchema: z.toJSONSchema(template.requiredData, { target: 'draft-2020-12', io: 'input' }),
    defaults,
    example,
    previewImageUrl: nameFile('preview.png'),
    previewVideoUrl: nameFile('preview.mp4'),
  }
}

/** The same for one template; a look of the organization's own, and one of ours that was written as JSON, come with all of it. */
export async function toContentRecord(
  loaded: OfferedTemplate,
  reader: Reader,
  { stored, isExamined }: { stored: StoredLook | undefined; isExamined: boolean },
): Promise<ContentRecord> {
  const content = toContent(loaded, reader)
  const { lookFile } = loaded
  if (!stored) return lookFile ? { ...content, look: JSON.parse(await readFile(lookFile, 'utf8')) } : content
  const { definition: look, createdAt, examination } = stored
  const isShown = isExamined || examination !== null
  return { ...content, look, createdAt, ...(isShown && { examination: showExamination(stored, reader) }) }
}

function showExamination(look: StoredLook, { orgId, links }: Reader): LookExamination {
  if (look.examination === null) return { status: 'PENDING', faults: [] }
  const { status, faults } = look.examination
  return {
    status,
    faults: faults.map(({ picture, ...fault }) => ({
      ...fault,
      ...(picture !== undefined && {
        pictureUrl: links.linkToLook({ orgId, ...look }, `fault-${picture}.jpg`),
      }),
    })),
  }
}
