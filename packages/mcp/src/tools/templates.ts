import { ContentPath, PreviewInput } from '@songreel/contract'
import { z } from 'zod'
import { linkTo, show } from '../show.ts'
import { defineTool } from '../tool.ts'

/** What videos can look like. */
export const TEMPLATE_TOOLS = [
  defineTool({
    name: 'list_templates',
    title: 'List the templates',
    description: 'Lists every template with its contentId, which create_batch takes.',
    effect: 'READS',
    input: z.object({}),
    async run(_, { songreel, signal }) {
      const { items } = await songreel.contents.list({ signal })
      // Schemas and examples are in get_template: all of them at once would fill an assistant's memory.
      const templates = items.map(
        ({ contentId, name, description, family, energy, aspectRatios, backgrounds, needs }) => ({
          contentId,
          name,
          description,
          family,
          energy,
          aspectRatios,
          backgrounds,
          needs,
        }),
      )
      return show({ templates })
    },
  }),
  defineTool({
    name: 'get_template',
    title: 'Read a template',
    description:
      'Reads one template: the JSON Schema of its requiredData, an example, its defaults, and links to what it looks like.',
    effect: 'READS',
    input: ContentPath,
    async run({ contentId }, { songreel, signal }) {
      const template = await songreel.contents.get(contentId, { signal })
      return show(template, [
        linkTo(template.previewImageUrl, `${template.name}, image`),
        linkTo(template.previewVideoUrl, `${template.name}, video`, 'video/mp4'),
      ])
    },
  }),
  defineTool({
    name: 'preview_template',
    title: 'Look at a template',
    description:
      'Draws one still of a template, with a song of the catalogue (mediaId) or a made-up one, by the engine that makes the videos. Nothing is stored.',
    effect: 'READS',
    input: PreviewInput.extend(ContentPath.shape),
    async run({ contentId, videoSettings, ...input }, { songreel, signal }) {
      const settings = { outputQuality: 'PREVIEW' as const, ...videoSettings }
      const still = await songreel.contents.preview(
        contentId,
        { ...input, videoSettings: settings },
        { signal },
      )
      const data = Buffer.from(await still.arrayBuffer()).toString('base64')
      return { content: [{ type: 'image', data, mimeType: 'image/png' }] }
    },
  }),
]
