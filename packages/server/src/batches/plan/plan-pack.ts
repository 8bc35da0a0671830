import {
  type AlbumRenderRequest,
  DEFAULT_RELEASE_PACK,
  RELEASE_PACKS,
  type ReleasePack,
  type ReleasePackRequest,
} from '@songreel/contract'
import { describeKindMisfit } from '@songreel/contract/release-folder'
import type { OfferedTemplates } from '../../catalogue/find-templates.ts'
import { invalidField, ServiceError } from '../../errors.ts'
import { type PlanLimits, type PlannedRender, planRenders } from './plan-renders.ts'

/** A pack, and what it is called. */
export type NamedPack = { name: string; renders: ReleasePack['renders'] }

/** The pack that is asked for. */
export function choosePack(asked: ReleasePackRequest['pack'] = DEFAULT_RELEASE_PACK): NamedPack {
  if (typeof asked === 'string') return { name: asked, renders: RELEASE_PACKS[asked].renders }
  return { name: asked.name ?? 'CUSTOM', renders: asked.renders }
}

/** The videos of a pack, each with every default filled in: what a video is does not depend on its song. */
export type PlannedPack = { song: PlannedRender[]; album: PlannedRender[] }

/** Plans every entry of a pack once, and reports what is wrong with it where it stands. */
export function planPack(
  templates: OfferedTemplates,
  { renders }: NamedPack,
  { serviceParams }: ReleasePackRequest,
  limits: PlanLimits,
): PlannedPack {
  const planPart = (part: 'song' | 'album') => {
    try {
      return planRenders(templates, { renders: listEntries(renders, part), serviceParams }, limits)
    } catch (error) {
      throw error instanceof ServiceError ? renameFields(error, part) : error
    }
  }
  const planned = { song: planPart('song'), album: planPart('album') }
  refuseMisfits(renders.album ?? [], templates)
  return planned
}

/** What plays an album is planned as such; artwork is a video like any other. */
function listEntries({ song = [], album = [] }: ReleasePack['renders'], part: 'song' | 'album') {
  if (part === 'song') return song
  return album.map(({ kind, ...request }) => (kind === 'ARTWORK' ? request : { ...request, album: kind }))
}

function refuseMisfits(entries: readonly AlbumRenderRequest[], templates: OfferedTemplates): void {
  for (const [index, { kind, contentId }] of entries.entries()) {
    const needs = templates.get(contentId)?.template.needs
    const misfit = needs && describeKindMisfit(kind, needs)
    if (!misfit) continue
    const field = `pack.renders.album[${index}].contentId`
    throw invalidField(field, 'NOT_FOR_KIND', `${contentId} ${misfit}`)
  }
}

/** Errors name the entries of a batch; those of a pack stand elsewhere. */
function renameFields({ code, message, details, cause }: ServiceError, part: string): ServiceError {
  const rename = (text: string) => text.replaceAll(/\brenders\[(?=\d)/g, `pack.renders.${part}[`)
  return new ServiceError(code, {
    message: rename(message),
    details: details.map((detail) => ({
      ...detail,
      field: rename(detail.field),
      message: rename(detail.message),
    })),
    cause,
  })
}
