import type { Content } from '@songreel/contract'
import type { LoadedTemplate } from '@songreel/templates'
import { z } from 'zod'

/** A template as GET /v1/contents shows it. */
export function toContent({ template }: LoadedTemplate, publicUrl: string): Content {
  const { contentId, title, description, family, version, energy, aspectRatios, needs, defaults, example } =
    template
  return {
    contentId,
    name: title,
    description,
    family,
    version,
    energy,
    aspectRatios: aspectRatios === 'ALL' ? 'ALL' : [...aspectRatios],
    needs,
    requiredDataSchema: z.toJSONSchema(template.requiredData, { target: 'draft-2020-12', io: 'input' }),
    defaults,
    example,
    previewImageUrl: `${publicUrl}/contents/${contentId}/preview.png`,
    previewVideoUrl: `${publicUrl}/contents/${contentId}/preview.mp4`,
  }
}
