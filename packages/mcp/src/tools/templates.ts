import { ContentPath, type LookInput, PreviewInput } from '@songreel/contract'
import { z } from 'zod'
import { linkTo, show } from '../show.ts'
import { defineTool } from '../tool.ts'

const Look = z
  .record(z.string(), z.unknown())
  .describe('The look as JSON: {look: 1, title, description, layers, …}; get_look_schema has all of it')

/** What videos can look like. */
export const TEMPLATE_TOOLS = [
  defineTool({
    name: 'list_templates',
    title: 'List the templates',
    description:
      'Lists every template with its contentId, which create_batch takes. With deleted, only the looks of your own that were deleted and that restore_look brings back.',
    effect: 'READS',
    input: z.object({
      deleted: z.boolean().optional().describe('true: those that can be restored, with the time of deletion'),
    }),
    async run({ deleted = false }, { songreel, signal }) {
      const { items } = await songreel.contents.list({ ...(deleted && { deleted }), signal })
      // Schemas and examples are in get_template: all of them at once would fill an assistant's memory.
      const templates = items.map(
        ({ contentId, name, description, family, energy, aspectRatios, backgrounds, needs, deletedAt }) => ({
          contentId,
          name,
          description,
          family,
          energy,
          aspectRatios,
          backgrounds,
          needs,
          ...(deletedAt && { deletedAt }),
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
  defineTool({
    name: 'get_look_schema',
    title: 'Read the schema of looks',
    description: 'Reads the JSON Schema of looks: templates of your own, written as JSON without code.',
    effect: 'READS',
    input: z.object({}),
    run: async (_, { songreel, signal }) =>
      show({ schema: await songreel.contents.getLookSchema({ signal }) }),
  }),
  defineTool({
    name: 'create_look',
    title: 'Store a look',
    description:
      'Stores a look of your own; the contentId that comes back is used like that of any template. A look with faults is refused, each with its path in the JSON.',
    effect: 'ADDS',
    input: z.object({ look: Look }),
    run: async ({ look }, { songreel, signal }) =>
      show(await songreel.contents.create(look as LookInput, { signal })),
  }),
  defineTool({
    name: 'update_look',
    title: 'Store a new version of a look',
    description:
      'Stores the whole look again as its next version. Videos that were made with it are out of date then: rebuild makes them again. get_template has the look as it is, and what its examination found.',
    effect: 'REPEATABLE',
    input: ContentPath.extend({ look: Look }),
    run: async ({ contentId, look }, { songreel, signal }) =>
      show(await songreel.contents.update(contentId, look as LookInput, { signal })),
  }),
  defineTool({
    name: 'delete_look',
    title: 'Delete a look',
    description:
      'Offers a look of your own no more. Videos that were made with it stay. restore_look brings it back.',
    effect: 'DESTROYS',
    input: ContentPath,
    run: async ({ contentId }, { songreel, signal }) =>
      show(await songreel.contents.delete(contentId, { signal })),
  }),
  defineTool({
    name: 'restore_look',
    title: 'Restore a deleted look',
    description:
      'Offers a look that was deleted again, in the version that it had, as long as the server keeps it (30 days unless it is set otherwise). list_templates with deleted has their ids.',
    effect: 'REPEATABLE',
    input: ContentPath,
    run: async ({ contentId }, { songreel, signal }) =>
      show(await songreel.contents.restore(contentId, { signal })),
  }),
]
